// Gives the targets of precompiled headers a source.
