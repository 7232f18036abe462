#pragma once
#include <stddef.h>

/// Returns the bytes of Sources/Languages/ja.po, and their number.
const unsigned char *_Nonnull martlet_japanese(size_t *_Nonnull count);
