#pragma once
#include <zlib.h>

// Macros, which Swift does not import.
int martlet_inflate_init_gzip(z_stream *stream);
int martlet_deflate_init_raw(z_stream *stream, int level);
