// Compiled once; every target of the build reuses its precompiled header.
