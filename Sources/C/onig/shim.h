#pragma once
#include <oniguruma.h>

// Written as addresses and shifts, which Swift does not import.
OnigEncoding martlet_onig_utf8(void);
OnigSyntaxType *martlet_onig_ruby(void);
static const OnigOptionType martlet_onig_ignore_case = ONIG_OPTION_IGNORECASE;
static const OnigOptionType martlet_onig_extended = ONIG_OPTION_EXTEND;
static const OnigOptionType martlet_onig_multiline = ONIG_OPTION_MULTILINE;
// Ruby's own engine takes `\d`, `\s` and `\w` for letters of ASCII unless `(?u)` says otherwise.
static const OnigOptionType martlet_onig_ascii =
    ONIG_OPTION_DIGIT_IS_ASCII | ONIG_OPTION_SPACE_IS_ASCII | ONIG_OPTION_WORD_IS_ASCII;
