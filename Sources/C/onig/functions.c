#include "shim.h"

#include "../loading/loading.h"

LIBRARY("libonig.so.5")

FORWARD(void, onig_free, (OnigRegex regex), (regex))
FORWARD(void, onig_free_match_param, (OnigMatchParam *p), (p))
FORWARD(int, onig_initialize, (OnigEncoding encodings[], int number_of_encodings),
    (encodings, number_of_encodings))
FORWARD(int, onig_initialize_match_param, (OnigMatchParam *mp), (mp))
FORWARD(int, onig_new,
    (OnigRegex *regex, const OnigUChar *pattern, const OnigUChar *pattern_end, OnigOptionType
    option, OnigEncoding enc, OnigSyntaxType *syntax, OnigErrorInfo *einfo),
    (regex, pattern, pattern_end, option, enc, syntax, einfo))
FORWARD(int, onig_name_to_group_numbers,
    (OnigRegex regex, const OnigUChar *name, const OnigUChar *name_end, int **numbers),
    (regex, name, name_end, numbers))
FORWARD(OnigMatchParam *, onig_new_match_param, (void), ())
FORWARD(void, onig_region_free, (OnigRegion *region, int free_self), (region, free_self))
FORWARD(OnigRegion *, onig_region_new, (void), ())
FORWARD(int, onig_search_with_param,
    (OnigRegex regex, const OnigUChar *str, const OnigUChar *end, const OnigUChar *start, const
    OnigUChar *range, OnigRegion *region, OnigOptionType option, OnigMatchParam *mp),
    (regex, str, end, start, range, region, option, mp))
FORWARD(int, onig_set_retry_limit_in_match_of_match_param,
    (OnigMatchParam *param, unsigned long limit), (param, limit))
FORWARD(int, onig_set_retry_limit_in_search_of_match_param,
    (OnigMatchParam *param, unsigned long limit), (param, limit))

OnigEncoding martlet_onig_utf8(void) { return martlet_symbol("OnigEncodingUTF8"); }

OnigSyntaxType *martlet_onig_ruby(void) { return martlet_symbol("OnigSyntaxRuby"); }
