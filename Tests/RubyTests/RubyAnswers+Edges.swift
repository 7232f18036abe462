extension RubyAnswers {
  /// Syntax and methods that are easily evaluated in another way than by Ruby.
  static let edges = ##"""
    -2 ** 2 ⇒ -4
    1 == 2 == false ⇒ ∅
    ("a".."e").include?("bb") ⇒ ∅
    %W[a b#{1} c#{"x y"}] ⇒ ["a", "b1", "cx y"]
    %w[a\ b c] ⇒ ["a b", "c"]
    "\u00e9\u{1F600 41}" ⇒ ∅
    "\a\b\v\f\e\s" ⇒ ∅
    "\C-a" ⇒ ∅
    %w[aa bb c].max_by(&:size) ⇒ "aa"
    [1, 2] - [2.0] ⇒ [1, 2]
    [1] < [2] ⇒ ∅
    [[1, 2], [3, 4]].map { |a,| a } ⇒ [1, 3]
    Integer("010") ⇒ ∅
    Integer("12", 8) ⇒ ∅
    1.instance_of?(Comparable) ⇒ false
    "x".instance_of?(Object) ⇒ false
    defined?(String) ⇒ "constant"
    defined?(puts) ⇒ "method"
    defined?(1 + 1) ⇒ ∅
    Pathname("a/../b").cleanpath.to_s ⇒ "b"
    JSON.parse('{a: 1}') ⇒ ∅
    JSON.parse('[1,]') ⇒ ∅
    JSON.parse('') ⇒ ∅
    YAML.load("a: &x 1\nb: *x\n") ⇒ ∅
    Gem::Requirement.new("~> 1.2").satisfied_by?("1.5") ⇒ ∅
    RbConfig::CONFIG["host_os"] =~ /linux/ ⇒ 0
    FOO ⇒ ∅
    Foo::BAR ⇒ ∅
    Math::PI ⇒ ∅
    "x".present? ⇒ ∅
    nil.blank? ⇒ ∅
    [].presence ⇒ ∅
    "a".respond_to?(:nope) ⇒ ∅
    "a".freeze << "b" ⇒ ∅
    [1].freeze << 2 ⇒ ∅
    {a: 1}.freeze.merge!(b: 2) ⇒ ∅
    proc { |*x| x }.call([1, 2]) ⇒ [[1, 2]]
    [[1, 2]].each { |a; b| break a } ⇒ ∅
    (begin; require "nope_lib"; true; rescue LoadError; false; end) ⇒ ∅
    (i = 0; a = [1, 2, 3]; a[i += 1] ||= 9; i) ⇒ 1
    (l = [[nil], [nil]]; l.pop[0] ||= 9; l) ⇒ [[nil]]
    (%w[a1].each { |x| x =~ /(\d)/ }; $1) ⇒ "1"
    "a1".match(/(\d)/) ⇒ ∅
    "a1".match(/(\d)/) + [1] ⇒ ∅
    "a1".match(/(\d)/).first ⇒ ∅
    p(5) ⇒ 5
    p ⇒ nil
    puts("x") ⇒ nil
    (1..3) + [4] ⇒ ∅
    (1..3)[0] ⇒ ∅
    (1..3).join ⇒ ∅
    (1..3) << 4 ⇒ ∅
    $LOAD_PATH.class ⇒ ∅
    {a: 1}.then { |a:| a } ⇒ ∅
    "e\u0301".length ⇒ 2
    "e\u0301".reverse ⇒ ∅
    (not(false) && false) ⇒ false
    (not (false) && false) ⇒ true
    (not true or 5) ⇒ 5
    (not { a: 1 }) ⇒ ∅
    1 || raise "x" ⇒ ∅
    [1, [nil, []]].join("-") ⇒ "1--"
    [1, [2, [3]]].join(",") ⇒ "1,2,3"
    "abc".rpartition("") ⇒ ∅
    (case 3 when *[1, 3] then :a else :b end) ⇒ :a
    "#@a" ⇒ ""
    <<~X.inspect ⇒ ∅
    def m; C = 1; end ⇒ ∅
    """##
}
