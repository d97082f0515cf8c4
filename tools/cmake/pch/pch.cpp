// The only source of the targets that build precompiled headers.
