#pragma once
#include <stddef.h>

/// Returns the bytes of docs/troubleshooting.md, and their number.
const unsigned char *_Nonnull martlet_troubleshooting(size_t *_Nonnull count);
