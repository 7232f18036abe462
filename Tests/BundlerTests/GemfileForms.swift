/// Gemfiles with paths, widths, formats and parameters that take arrays apart, and what Ruby 3.1.2 and
/// Bundler 2.7.2 make of them; nil if that is an error.
let gemfileForms: [(String, [String]?)] = [
  ("gem 'a', group: [(File.expand_path('/a/../b')).inspect]", ["a >= 0 \"/b\""]),
  ("gem 'a', group: [(File.expand_path('x', '/tmp')).inspect]", ["a >= 0 \"/tmp/x\""]),
  ("gem 'a', group: [(File.expand_path('../x', '/tmp/y')).inspect]", ["a >= 0 \"/tmp/x\""]),
  ("gem 'a', group: [(File.expand_path('/x/./y//z/', 'q')).inspect]", ["a >= 0 \"/x/y/z\""]),
  ("gem 'a', group: [(File.expand_path('../../../../x', '/tmp/y')).inspect]", ["a >= 0 \"/x\""]),
  ("gem 'a', group: [(File.expand_path('.')).inspect]", ["a >= 0 \"/repository\""]),
  (
    "gem 'a', group: [(File.expand_path('VERSION', __dir__)).inspect]",
    ["a >= 0 \"/repository/VERSION\""]
  ),
  (
    "gem 'a', group: [(File.expand_path('../VERSION', __FILE__)).inspect]",
    ["a >= 0 \"/repository/VERSION\""]
  ),
  ("gem 'a', group: [(File.expand_path('/')).inspect]", ["a >= 0 \"/\""]),
  ("gem 'a', group: [(Pathname('/a/b').expand_path.to_s).inspect]", ["a >= 0 \"/a/b\""]),
  (
    "gem 'a', group: [(File.expand_path('q', 'sub/x')).inspect]", ["a >= 0 \"/repository/sub/x/q\""]
  ),
  ("gem 'a', group: [(File.absolute_path('/a/../b')).inspect]", ["a >= 0 \"/b\""]),
  ("gem 'a', group: [('abc'.ljust(6, '*')).inspect]", ["a >= 0 \"abc***\""]),
  ("gem 'a', group: [('abc'.rjust(6)).inspect]", ["a >= 0 \"   abc\""]),
  ("gem 'a', group: [('abc'.center(8, '12')).inspect]", ["a >= 0 \"12abc121\""]),
  ("gem 'a', group: [('abc'.ljust(2)).inspect]", ["a >= 0 \"abc\""]),
  ("gem 'a', group: [('a'.center(4, 'xy')).inspect]", ["a >= 0 \"xaxy\""]),
  ("gem 'a', group: [('a'.center(7, 'xyz')).inspect]", ["a >= 0 \"xyzaxyz\""]),
  ("gem 'a', group: [(''.ljust(2)).inspect]", ["a >= 0 \"  \""]),
  ("gem 'a', group: [('a'.ljust(-1)).inspect]", ["a >= 0 \"a\""]),
  ("gem 'a', group: [('a'.ljust(0)).inspect]", ["a >= 0 \"a\""]),
  ("gem 'a', group: [('a'.ljust(3, '')).inspect]", nil),
  ("gem 'a', group: [('a'.ljust('3')).inspect]", nil),
  ("gem 'a', group: [('a'.ljust(nil)).inspect]", nil),
  ("gem 'a', group: [('ab'.center(3)).inspect]", ["a >= 0 \"ab \""]),
  ("gem 'a', group: [('ab'.center(6)).inspect]", ["a >= 0 \"  ab  \""]),
  ("gem 'a', group: [('ab'.rjust(5, '12')).inspect]", ["a >= 0 \"121ab\""]),
  ("gem 'a', group: [('a'.ljust(3) + '|').inspect]", ["a >= 0 \"a  |\""]),
  ("gem 'a', group: [('%s' % 'a').inspect]", ["a >= 0 \"a\""]),
  ("gem 'a', group: [('%s-%s' % ['a', 'b']).inspect]", ["a >= 0 \"a-b\""]),
  ("gem 'a', group: [('%d' % 5).inspect]", ["a >= 0 \"5\""]),
  ("gem 'a', group: [('%05d' % 3).inspect]", ["a >= 0 \"00003\""]),
  ("gem 'a', group: [('%5d|' % 3).inspect]", ["a >= 0 \"    3|\""]),
  ("gem 'a', group: [('%-5d|' % 3).inspect]", ["a >= 0 \"3    |\""]),
  ("gem 'a', group: [('%+d' % 3).inspect]", ["a >= 0 \"+3\""]),
  ("gem 'a', group: [('%x' % 255).inspect]", ["a >= 0 \"ff\""]),
  ("gem 'a', group: [('%X' % 255).inspect]", ["a >= 0 \"FF\""]),
  ("gem 'a', group: [('%o' % 8).inspect]", ["a >= 0 \"10\""]),
  ("gem 'a', group: [('%b' % 5).inspect]", ["a >= 0 \"101\""]),
  ("gem 'a', group: [('%%' % []).inspect]", ["a >= 0 \"%\""]),
  ("gem 'a', group: [('%d%%' % 5).inspect]", ["a >= 0 \"5%\""]),
  ("gem 'a', group: [('%s' % nil).inspect]", ["a >= 0 \"\""]),
  ("gem 'a', group: [('%s' % :x).inspect]", ["a >= 0 \"x\""]),
  ("gem 'a', group: [('%-5s|' % 'ab').inspect]", ["a >= 0 \"ab   |\""]),
  ("gem 'a', group: [('%5s|' % 'ab').inspect]", ["a >= 0 \"   ab|\""]),
  ("gem 'a', group: [('%s' % [[1, 2]]).inspect]", ["a >= 0 \"[1, 2]\""]),
  ("gem 'a', group: [('%s' % 1.0).inspect]", ["a >= 0 \"1.0\""]),
  ("gem 'a', group: [('%s %s' % %w[a b]).inspect]", ["a >= 0 \"a b\""]),
  ("gem 'a', group: [(format('%s', 'a')).inspect]", ["a >= 0 \"a\""]),
  ("gem 'a', group: [(format('%s.%s', 1, 2)).inspect]", ["a >= 0 \"1.2\""]),
  ("gem 'a', group: [(format('%d.%d.%d', 1, 2, 3)).inspect]", ["a >= 0 \"1.2.3\""]),
  ("gem 'a', group: [(format('%<a>s %{b}', a: 1, b: 2)).inspect]", ["a >= 0 \"1 2\""]),
  ("gem 'a', group: [(sprintf('%02d', 7)).inspect]", ["a >= 0 \"07\""]),
  ("gem 'a', group: [('%d' % nil).inspect]", nil),
  ("gem 'a', group: [('%s' % []).inspect]", nil),
  ("gem 'a', group: [('%s %s' % ['a']).inspect]", nil),
  ("gem 'a', group: [('%s' % ['a', 'b']).inspect]", ["a >= 0 \"a\""]),
  ("gem 'a', group: [('%s' % {a: 1}).inspect]", ["a >= 0 \"{:a=>1}\""]),
  ("gem 'a', group: [('%{a}' % {a: 1}).inspect]", ["a >= 0 \"1\""]),
  ("gem 'a', group: [('%<a>03d' % {a: 1}).inspect]", ["a >= 0 \"001\""]),
  ("gem 'a', group: [('%' % []).inspect]", nil),
  ("gem 'a', group: [('a%' % []).inspect]", nil),
  ("gem 'a', group: [('%-05d|' % 3).inspect]", ["a >= 0 \"3    |\""]),
  ("gem 'a', group: [('% d' % 5).inspect]", ["a >= 0 \" 5\""]),
  ("gem 'a', group: [('%010.4s|' % 'abcdefgh').inspect]", ["a >= 0 \"      abcd|\""]),
  ("gem 'a', group: [('%.3s' % 'abcdef').inspect]", ["a >= 0 \"abc\""]),
  ("gem 'a', group: [('%s' % true).inspect]", ["a >= 0 \"true\""]),
  ("gem 'a', group: [('no' % []).inspect]", ["a >= 0 \"no\""]),
  ("gem 'a', group: [('no' % ['x']).inspect]", ["a >= 0 \"no\""]),
  ("gem 'a', group: [('%s' % 'a' 'b').inspect]", ["a >= 0 \"ab\""]),
  ("gem 'a', group: [('%03s' % 'a').inspect]", ["a >= 0 \"  a\""]),
  ("gem 'a', group: [('%d' % -5).inspect]", ["a >= 0 \"-5\""]),
  ("gem 'a', group: [('%05d' % -5).inspect]", ["a >= 0 \"-0005\""]),
  ("gem 'a', group: [('%s' % [nil]).inspect]", ["a >= 0 \"\""]),
  ("gem 'a', group: [('%d' % true).inspect]", nil),
  ("gem 'a', group: [('%d' % '5x').inspect]", nil),
  (
    "gem 'a', group: [([[1, [2, 3]], [4, [5, 6]]].map { |a, (b, d)| a + b + d }).inspect]",
    ["a >= 0 [6, 15]"]
  ),
  (
    "gem 'a', group: [([[[1, 2], 3]].map { |(a, b), i| [a, b, i] }).inspect]",
    ["a >= 0 [[1, 2, 3]]"]
  ),
  ("gem 'a', group: [([[1, 2]].map { |(a, b)| [b, a] }).inspect]", ["a >= 0 [[2, 1]]"]),
  ("gem 'a', group: [([[1]].map { |(a, b)| [b, a] }).inspect]", ["a >= 0 [[nil, 1]]"]),
  ("gem 'a', group: [([1].map { |(a, b)| [b, a] }).inspect]", ["a >= 0 [[nil, 1]]"]),
  ("gem 'a', group: [([nil].map { |(a, b)| [b, a] }).inspect]", ["a >= 0 [[nil, nil]]"]),
  ("gem 'a', group: [([[1, 2, 3]].map { |(a, *b)| b }).inspect]", ["a >= 0 [[2, 3]]"]),
  ("gem 'a', group: [([[1, 2, 3]].map { |(*a, b)| a }).inspect]", ["a >= 0 [[1, 2]]"]),
  (
    "gem 'a', group: [([[1, 2, 3, 4]].map { |(a, *b, d)| [a, b, d] }).inspect]",
    ["a >= 0 [[1, [2, 3], 4]]"]
  ),
  ("gem 'a', group: [([[1]].map { |(a, *b, d)| [a, b, d] }).inspect]", ["a >= 0 [[1, [], nil]]"]),
  (
    "gem 'a', group: [([[[1, [2, [3, 4]]]]].map { |(a, (b, (d, e)))| [e, d, b, a] }).inspect]",
    ["a >= 0 [[nil, nil, nil, [1, [2, [3, 4]]]]]"]
  ),
  (
    "gem 'a', group: [([[1, [2, [3, 4]]]].map { |a, (b, (d, e))| [e, d, b, a] }).inspect]",
    ["a >= 0 [[4, 3, 2, 1]]"]
  ),
  (
    "gem 'a', group: [([[[1, 2], [3, 4]]].map { |(a, b), (d, e)| a + b + d + e }).inspect]",
    ["a >= 0 [10]"]
  ),
  (
    "gem 'a', group: [([[1, 2], [3, 4]].inject(0) { |s, (a, b)| s + a * b }).inspect]",
    ["a >= 0 14"]
  ),
  (
    "gem 'a', group: [([[1, 2]].each_with_object([]) { |(a, b), acc| acc << b << a }).inspect]",
    ["a >= 0 [2, 1]"]
  ),
  ("gem 'a', group: [([[1, 2]].flat_map { |(a, b)| [b, a] }).inspect]", ["a >= 0 [2, 1]"]),
  ("gem 'a', group: [([[1, 2], [3, 4]].select { |(a, b)| b > 2 }).inspect]", ["a >= 0 [[3, 4]]"]),
  (
    "gem 'a', group: [([[1, 2], [3, 0]].sort_by { |(a, b)| b }).inspect]",
    ["a >= 0 [[3, 0], [1, 2]]"]
  ),
  (
    "gem 'a', group: [([[1, 2]].map { |(a, b), c1 = 5| [a, b, c1] }).inspect]",
    ["a >= 0 [[1, nil, 2]]"]
  ),
  (
    "gem 'a', group: [([[[1, 2], [3]]].each { |(a, b), (d)| a }).inspect]",
    ["a >= 0 [[[1, 2], [3]]]"]
  ),
  ("gem 'a', group: [([[1, 2]].any? { |(a, b)| b == 2 }).inspect]", ["a >= 0 true"]),
  ("gem 'a', group: [([[1, 2]].all? { |(a, b)| b == 2 }).inspect]", ["a >= 0 true"]),
  ("gem 'a', group: [([[1, 2]].find { |(a, b)| b == 2 }).inspect]", ["a >= 0 [1, 2]"]),
  ("gem 'a', group: [([[1, 2]].group_by { |(a, b)| b }).inspect]", ["a >= 0 {2=>[[1, 2]]}"]),
  ("gem 'a', group: [([[1, 2]].partition { |(a, b)| b == 1 }).inspect]", ["a >= 0 [[], [[1, 2]]]"]),
  ("gem 'a', group: [([[1, 2]].reject { |(a, b)| b == 1 }).inspect]", ["a >= 0 [[1, 2]]"]),
  ("gem 'a', group: [([[1, 2]].min_by { |(a, b)| b }).inspect]", ["a >= 0 [1, 2]"]),
  ("gem 'a', group: [([[[1, 2]]].each { |((a, b))| a }).inspect]", ["a >= 0 [[[1, 2]]]"]),
  ("gem 'a', group: [([[[[1, 2]]]].map { |((a, b))| a }).inspect]", ["a >= 0 [[1, 2]]"]),
  ("gem 'a', group: [([[[1, 2]]].map { |((a, b))| [a, b] }).inspect]", ["a >= 0 [[1, 2]]"]),
  ("gem 'a', group: [([[1, 2]].filter_map { |(a, b)| b }).inspect]", ["a >= 0 [2]"]),
  (
    "gem 'a', group: [({a: 1, b: 2}.map { |(k, v)| [k, v] }).inspect]",
    ["a >= 0 [[:a, 1], [:b, 2]]"]
  ),
  (
    "gem 'a', group: [({a: 1, b: 2}.map { |(k, v), i| [k, v, i] }).inspect]",
    ["a >= 0 [[:a, nil, 1], [:b, nil, 2]]"]
  ),
  (
    "gem 'a', group: [({a: 1, b: 2}.map { |i, (k, v)| [k, v, i] }).inspect]",
    ["a >= 0 [[1, nil, :a], [2, nil, :b]]"]
  ),
  ("gem 'a', group: [({a: 1, b: 2}.map { |k, v| [k, v] }).inspect]", ["a >= 0 [[:a, 1], [:b, 2]]"]),
  ("gem 'a', group: [({a: 1, b: 2}.map { |k| k }).inspect]", ["a >= 0 [[:a, 1], [:b, 2]]"]),
  ("gem 'a', group: [({a: 1, b: 2}.each { |(k, v)| [k, v] }).inspect]", ["a >= 0 {:a=>1, :b=>2}"]),
  (
    "gem 'a', group: [({a: 1, b: 2}.each { |(k, v), i| [k, v, i] }).inspect]",
    ["a >= 0 {:a=>1, :b=>2}"]
  ),
  (
    "gem 'a', group: [({a: 1, b: 2}.each { |i, (k, v)| [k, v, i] }).inspect]",
    ["a >= 0 {:a=>1, :b=>2}"]
  ),
  ("gem 'a', group: [({a: 1, b: 2}.each { |k, v| [k, v] }).inspect]", ["a >= 0 {:a=>1, :b=>2}"]),
  ("gem 'a', group: [({a: 1, b: 2}.each { |k| k }).inspect]", ["a >= 0 {:a=>1, :b=>2}"]),
  (
    "gem 'a', group: [({a: 1, b: 2}.select { |(k, v)| [k, v] }).inspect]", ["a >= 0 {:a=>1, :b=>2}"]
  ),
  (
    "gem 'a', group: [({a: 1, b: 2}.select { |(k, v), i| [k, v, i] }).inspect]",
    ["a >= 0 {:a=>1, :b=>2}"]
  ),
  (
    "gem 'a', group: [({a: 1, b: 2}.select { |i, (k, v)| [k, v, i] }).inspect]",
    ["a >= 0 {:a=>1, :b=>2}"]
  ),
  ("gem 'a', group: [({a: 1, b: 2}.select { |k, v| [k, v] }).inspect]", ["a >= 0 {:a=>1, :b=>2}"]),
  ("gem 'a', group: [({a: 1, b: 2}.select { |k| k }).inspect]", ["a >= 0 {:a=>1, :b=>2}"]),
  ("gem 'a', group: [({a: 1, b: 2}.reject { |(k, v)| [k, v] }).inspect]", ["a >= 0 {}"]),
  ("gem 'a', group: [({a: 1, b: 2}.reject { |(k, v), i| [k, v, i] }).inspect]", ["a >= 0 {}"]),
  ("gem 'a', group: [({a: 1, b: 2}.reject { |i, (k, v)| [k, v, i] }).inspect]", ["a >= 0 {}"]),
  ("gem 'a', group: [({a: 1, b: 2}.reject { |k, v| [k, v] }).inspect]", ["a >= 0 {}"]),
  ("gem 'a', group: [({a: 1, b: 2}.reject { |k| k }).inspect]", ["a >= 0 {}"]),
  (
    "gem 'a', group: [({a: 1, b: 2}.flat_map { |(k, v)| [k, v] }).inspect]",
    ["a >= 0 [:a, 1, :b, 2]"]
  ),
  (
    "gem 'a', group: [({a: 1, b: 2}.flat_map { |(k, v), i| [k, v, i] }).inspect]",
    ["a >= 0 [:a, nil, 1, :b, nil, 2]"]
  ),
  (
    "gem 'a', group: [({a: 1, b: 2}.flat_map { |i, (k, v)| [k, v, i] }).inspect]",
    ["a >= 0 [1, nil, :a, 2, nil, :b]"]
  ),
  (
    "gem 'a', group: [({a: 1, b: 2}.flat_map { |k, v| [k, v] }).inspect]", ["a >= 0 [:a, 1, :b, 2]"]
  ),
  ("gem 'a', group: [({a: 1, b: 2}.flat_map { |k| k }).inspect]", ["a >= 0 [:a, 1, :b, 2]"]),
  ("gem 'a', group: [({a: 1, b: 2}.any? { |(k, v)| [k, v] }).inspect]", ["a >= 0 true"]),
  ("gem 'a', group: [({a: 1, b: 2}.any? { |(k, v), i| [k, v, i] }).inspect]", ["a >= 0 true"]),
  ("gem 'a', group: [({a: 1, b: 2}.any? { |i, (k, v)| [k, v, i] }).inspect]", ["a >= 0 true"]),
  ("gem 'a', group: [({a: 1, b: 2}.any? { |k, v| [k, v] }).inspect]", ["a >= 0 true"]),
  ("gem 'a', group: [({a: 1, b: 2}.any? { |k| k }).inspect]", ["a >= 0 true"]),
  ("gem 'a', group: [({a: 1, b: 2}.all? { |(k, v)| [k, v] }).inspect]", ["a >= 0 true"]),
  ("gem 'a', group: [({a: 1, b: 2}.all? { |(k, v), i| [k, v, i] }).inspect]", ["a >= 0 true"]),
  ("gem 'a', group: [({a: 1, b: 2}.all? { |i, (k, v)| [k, v, i] }).inspect]", ["a >= 0 true"]),
  ("gem 'a', group: [({a: 1, b: 2}.all? { |k, v| [k, v] }).inspect]", ["a >= 0 true"]),
]
