extension RubyAnswers {
  static let arrays = ##"""
    [1, 2, 3].first ⇒ 1
    [1, 2, 3].first(2) ⇒ [1, 2]
    [1, 2, 3].last(2) ⇒ [2, 3]
    [].first ⇒ nil
    [1, 2, 3].take(1) ⇒ [1]
    [1, 2, 3].drop(1) ⇒ [2, 3]
    [1, 2, 3][1..] ⇒ [2, 3]
    [1, 2, 3][1, 5] ⇒ [2, 3]
    [1, 2, 3][3, 1] ⇒ []
    [1, 2, 3][4, 1] ⇒ nil
    [1, 2, 3][-1] ⇒ 3
    [1, 2, 3][-4] ⇒ nil
    [1, 2, 3][0..-2] ⇒ [1, 2]
    [3, 1, 2].sort ⇒ [1, 2, 3]
    [3, 1, 2].sort { |a, b| b <=> a } ⇒ ∅
    ["b", "a"].sort ⇒ ["a", "b"]
    %w[bb a ccc].sort_by(&:length) ⇒ ["a", "bb", "ccc"]
    %w[bb a ccc].max_by(&:length) ⇒ "ccc"
    %w[bb a ccc].min_by { |x| x.length } ⇒ "a"
    [3, 1, 2].min ⇒ 1
    [3, 1, 2].max ⇒ 3
    [1, [2, [3]]].flatten ⇒ [1, 2, 3]
    [1, [2, [3]]].flatten(1) ⇒ [1, 2, [3]]
    [1, nil, 2].compact ⇒ [1, 2]
    [1, 1, 2].uniq ⇒ [1, 2]
    [1, 1.0].uniq ⇒ [1, 1.0]
    [1, 2] + [3] ⇒ [1, 2, 3]
    [1, 2] - [2] ⇒ [1]
    [1, 2] & [2, 3] ⇒ [2]
    [1, 2] | [2, 3] ⇒ [1, 2, 3]
    [1, 2] * "," ⇒ "1,2"
    [1, 2] * 2 ⇒ [1, 2, 1, 2]
    [1, [2, 3]].join("-") ⇒ "1-2-3"
    [1, nil].join("-") ⇒ "1-"
    %i[a b].map(&:to_s) ⇒ ["a", "b"]
    [1, 2, 3].map { |x| x * 2 } ⇒ [2, 4, 6]
    [1, 2, 3].select(&:odd?) ⇒ [1, 3]
    [1, 2, 3].reject { |x| x > 1 } ⇒ [1]
    [1, 2, 3].find { |x| x > 1 } ⇒ 2
    [1, 2, 3].partition { |x| x > 1 } ⇒ [[2, 3], [1]]
    [1, 2, 3].each_with_index.map { |x, i| x * i } ⇒ ∅
    [1, 2, 3].each_with_object([]) { |x, memo| memo << x * 2 } ⇒ [2, 4, 6]
    [1, 2, 3].inject { |a, b| a + b } ⇒ 6
    [1, 2, 3].inject(10) { |a, b| a + b } ⇒ 16
    [1, 2, 3].sum ⇒ 6
    [1, 2, 3].count ⇒ 3
    [1, 2, 2].count(2) ⇒ 2
    [1, 2, 3].count(&:even?) ⇒ 1
    [1, 2, 3].any? { |x| x > 2 } ⇒ true
    [1, 2, 3].all? { |x| x > 2 } ⇒ false
    [1, 2, 3].none? { |x| x > 5 } ⇒ true
    [nil, 1].any? ⇒ true
    [nil, 1].all? ⇒ false
    [].any? ⇒ false
    [1, 2, 3].include?(2) ⇒ true
    [1, 2, 3].index(2) ⇒ 1
    [1, 2, 3].index { |x| x > 1 } ⇒ 1
    [1, 2, 3].reverse ⇒ [3, 2, 1]
    [1, 2, 3].each_slice(2).to_a ⇒ ∅
    [1, 2].zip([3, 4]) ⇒ [[1, 3], [2, 4]]
    [1, 2].to_h { |x| [x, x * 2] } ⇒ ∅
    [1, 2, 3].group_by(&:odd?) ⇒ {true=>[1, 3], false=>[2]}
    [1, 2, 3].take_while { |x| x < 3 } ⇒ [1, 2]
    [1, 2, 3].drop_while { |x| x < 2 } ⇒ [2, 3]
    [1, 2, 3].filter_map { |x| x * 2 if x > 1 } ⇒ [4, 6]
    [1, 2, 3].values_at(0, 2, 5) ⇒ [1, 3, nil]
    [1, [2, [3]]].dig(1, 1, 0) ⇒ 3
    [1, 2, 3].fetch(1) ⇒ 2
    [1, 2, 3].fetch(9, :none) ⇒ :none
    [1, 2] == [1, 2] ⇒ true
    [1, 2] <=> [1, 3] ⇒ -1
    [1, 2, 3].empty? ⇒ false
    [1, 2, 3].length ⇒ 3
    [].is_a?(Enumerable) ⇒ true
    [1, 2].tap { |x| x << 3 } ⇒ [1, 2, 3]
    [3, 1].minmax ⇒ ∅
    [1, 2, 3].cycle.first(4) ⇒ ∅
    [1, 2, 3].rotate ⇒ ∅
    [1, 2, 3].each_cons(2).to_a ⇒ ∅
    [1, 2, 3, 4].each_slice(2).map(&:sum) ⇒ ∅
    [1, 2].product([3]) ⇒ ∅
    [1, "a", :b, nil, true, 1.5] ⇒ [1, "a", :b, nil, true, 1.5]
    [*1..3, *[4]] ⇒ [1, 2, 3, 4]
    [*nil] ⇒ []
    [1, 2, 3].sum { |x| x * 2 } ⇒ ∅
    [0.1, 0.2].sum ⇒ ∅
    ["a", "b"].sum("") ⇒ ∅
    [1, 2, 3].min(2) ⇒ ∅
    [1, 2, 3].each_entry.to_a ⇒ ∅
    [[2, :b], [1, :a]].sort ⇒ [[1, :a], [2, :b]]
    [[2, :b], [1, :a]].sort.to_h ⇒ {1=>:a, 2=>:b}
    [nil, 1].sort ⇒ ∅
    [3, "a"].max ⇒ ∅
    [1, 2, 3].lazy.map { |x| x * 2 }.first(2) ⇒ [2, 4]
    [1, 2, 3].step ⇒ ∅
    [1, 2, 3].tally ⇒ ∅
    %w[a b a].tally ⇒ ∅
    [1, 2, 3].find_index(3) ⇒ 2
    [1, 2, 3].first(10) ⇒ [1, 2, 3]
    [1, 2, 3].slice(0, 2) ⇒ [1, 2]
    [1, 2, 3, 4, 5].each_slice(2).to_a.last ⇒ ∅
    [1, 2] <=> [1] ⇒ 1
    [1, 2, 3].delete_if.to_a ⇒ ∅
    """##

  static let hashes = ##"""
    { a: 1 }[:a] ⇒ 1
    { a: 1 }["a"] ⇒ nil
    { a: 1, b: 2 }.keys ⇒ [:a, :b]
    { a: 1, b: 2 }.values ⇒ [1, 2]
    { a: 1, a: 2, b: 3 } ⇒ {:a=>2, :b=>3}
    { a: 1 }.merge(b: 2) ⇒ {:a=>1, :b=>2}
    { a: 1, b: 2 }.merge({ a: 3 }) ⇒ {:a=>3, :b=>2}
    { a: 1, b: 2 }.select { |k, v| v > 1 } ⇒ {:b=>2}
    { a: 1, b: 2 }.reject { |k, v| v > 1 } ⇒ {:a=>1}
    { a: 1, b: 2 }.map { |k, v| [k, v] } ⇒ [[:a, 1], [:b, 2]]
    { a: 1, b: 2 }.to_a ⇒ [[:a, 1], [:b, 2]]
    { a: 1, b: 2 }.find { |k, v| v == 2 } ⇒ [:b, 2]
    { a: 1, b: 2 }.any? { |k, v| v > 1 } ⇒ true
    { a: 1, b: 2 }.count ⇒ 2
    { a: 1, b: 2 }.sort_by { |k, v| -v } ⇒ [[:b, 2], [:a, 1]]
    { a: 1, b: 2 }.min_by { |k, v| v } ⇒ [:a, 1]
    { a: 1, b: 2 }.transform_values { |v| v + 1 } ⇒ {:a=>2, :b=>3}
    { a: 1, b: 2 }.transform_keys(&:to_s) ⇒ {"a"=>1, "b"=>2}
    { a: 1, b: 2 }.slice(:a, :c) ⇒ {:a=>1}
    { a: 1, b: 2 }.except(:a) ⇒ {:b=>2}
    { a: 1, b: 2 }.values_at(:a, :c) ⇒ [1, nil]
    { a: 1, b: 2 }.key(2) ⇒ :b
    { a: 1, b: nil }.compact ⇒ {:a=>1}
    { a: { b: { c: 1 } } }.dig(:a, :b, :c) ⇒ 1
    { a: [1, { b: 2 }] }.dig(:a, 1, :b) ⇒ 2
    { a: 1 }.dig(:x, :y) ⇒ nil
    { a: 1 }.fetch(:a) ⇒ 1
    { a: 1 }.fetch(:b, 2) ⇒ 2
    { a: 1 }.fetch(:b) { |k| k.to_s } ⇒ "b"
    { a: 1 }.key?(:a) ⇒ true
    { a: 1 }.value?(1) ⇒ true
    { a: 1 }.invert ⇒ {1=>:a}
    { a: 1 }.to_h { |k, v| [v, k] } ⇒ ∅
    { a: 1, b: 2 }.partition { |k, v| v > 1 } ⇒ [[[:b, 2]], [[:a, 1]]]
    { a: 1, b: 2 }.first ⇒ [:a, 1]
    { a: 1, b: 2 }.group_by { |k, v| v.odd? } ⇒ {true=>[[:a, 1]], false=>[[:b, 2]]}
    { a: 1, b: 2 }.sum { |k, v| v } ⇒ ∅
    { a: 1, b: 2 }.each_with_index.to_a ⇒ ∅
    { a: 1 } == { a: 1 } ⇒ true
    { a: 1, b: 2 } == { b: 2, a: 1 } ⇒ true
    { 1 => :a }[1.0] ⇒ nil
    { a: 1 }.empty? ⇒ false
    { "a" => 1 }.each_with_object({}) { |(k, v), h| h[v] = k } ⇒ {1=>"a"}
    { a: 1 }.filter_map { |k, v| k if v } ⇒ [:a]
    { **{ a: 1 }, b: 2 } ⇒ {:a=>1, :b=>2}
    { a: 1 }.sort_by { |k, v| v }.first.first ⇒ :a
    { b: 1, a: 2 }.sort.to_h ⇒ {:a=>2, :b=>1}
    { b: 1, a: 2 }.min_by { |_, v| v }.first ⇒ :b
    { a: 1 }.each_pair.to_a ⇒ ∅
    { a: 1 }.map { |pair| pair } ⇒ [[:a, 1]]
    { a: 1 }.each_with_object([]) { |pair, m| m << pair } ⇒ [[:a, 1]]
    { a: 1 }.inject(0) { |s, (k, v)| s + v } ⇒ 1
    { a: nil }.key?(:a) ⇒ true
    { a: nil }.fetch(:a) ⇒ nil
    { a: 1 }.merge({ a: 2 }) { |k, o, n| o + n } ⇒ ∅
    { a: 1 }.default ⇒ ∅
    { a: 1 }.length ⇒ 1
    { a: 1 }.include?(:a) ⇒ true
    { a: 1 }.dig(:a) ⇒ 1
    { a: 1 }.filter { |k, v| v } ⇒ {:a=>1}
    { a: 1 }.flat_map { |k, v| [k, v] } ⇒ [:a, 1]
    { a: 1 }.reduce([]) { |m, (k, v)| m + [k] } ⇒ [:a]
    { "x" => 1 }.transform_keys(&:to_sym) ⇒ {:x=>1}
    { a: 1 }.compare_by_identity.size ⇒ ∅
    { a: 2 }.sum { |_, v| v } ⇒ ∅
    { a: 2 }.each_key.to_a ⇒ ∅
    """##

  static let changes = ##"""
    (a = [1]; b = a; b << 2; a) ⇒ [1, 2]
    (a = [1]; b = a.dup; b << 2; a) ⇒ [1]
    (a = [1]; a += [2]; a) ⇒ [1, 2]
    (a = [1]; a.push(2, 3); a) ⇒ [1, 2, 3]
    (a = [1]; a.concat([2], [3]); a) ⇒ [1, 2, 3]
    (a = [1, 2]; a.unshift(0); a) ⇒ [0, 1, 2]
    (a = [1, 2]; a.insert(1, 9); a) ⇒ [1, 9, 2]
    (a = [1, 2, 3]; [a.pop, a.shift, a]) ⇒ [3, 1, [2]]
    (a = [1, 2, 2]; [a.delete(2), a.delete(9), a]) ⇒ [2, nil, [1]]
    (a = [1, 2, 3]; a.delete_at(1); a) ⇒ [1, 3]
    (a = [1, 2, 3]; a.delete_if { |x| x > 1 }; a) ⇒ [1]
    (a = [1, 2, 3]; a.keep_if { |x| x > 1 }; a) ⇒ [2, 3]
    (a = [1, 2, 3]; a.map! { |x| x + 1 }; a) ⇒ [2, 3, 4]
    (a = [1, 2, 3]; [a.select! { |x| x > 1 }, a]) ⇒ [[2, 3], [2, 3]]
    (a = [1, 2, 3]; [a.reject! { |x| x > 5 }, a]) ⇒ [nil, [1, 2, 3]]
    (a = [1, nil]; [a.compact!, a.compact!, a]) ⇒ [[1], nil, [1]]
    (a = [2, 1]; a.sort!; a) ⇒ [1, 2]
    (a = [1, 1]; [a.uniq!, a.uniq!]) ⇒ [[1], nil]
    (a = [1, [2]]; a.flatten!; a) ⇒ [1, 2]
    (a = [1, 2]; a.reverse!; a) ⇒ [2, 1]
    (a = [1, 2]; a[0] = 9; a) ⇒ [9, 2]
    (a = [1, 2]; a[2] = 9; a) ⇒ [1, 2, 9]
    (a = [1, 2]; a[-1] = 9; a) ⇒ [1, 9]
    (a = [1, 2]; a[0] += 5; a) ⇒ [6, 2]
    (a = []; a.clear; a) ⇒ []
    (a = [1, 2]; a.each { |x| x }.equal?(a)) ⇒ ∅
    (a = [[], []]; a.each { |x| x << 1 }; a) ⇒ [[1], [1]]
    (h = {}; h[:a] = 1; h[:b] = 2; h[:a] = 3; h) ⇒ {:a=>3, :b=>2}
    (h = { a: 1 }; g = h; g[:b] = 2; h) ⇒ {:a=>1, :b=>2}
    (h = { a: 1 }; h.merge!(b: 2); h) ⇒ {:a=>1, :b=>2}
    (h = { a: 1 }; h.update(a: 2); h) ⇒ {:a=>2}
    (h = { a: 1, b: 2 }; [h.delete(:a), h.delete(:x), h]) ⇒ [1, nil, {:b=>2}]
    (h = { a: 1, b: 2 }; h.delete_if { |k, v| v > 1 }; h) ⇒ {:a=>1}
    (h = { a: 1, b: 2 }; [h.select! { |k, v| v > 1 }, h]) ⇒ [{:b=>2}, {:b=>2}]
    (h = { a: 1 }; h.transform_values!(&:to_s); h) ⇒ {:a=>"1"}
    (h = {}; h[:a] ||= []; h[:a] << 1; h) ⇒ {:a=>[1]}
    (h = {}; (h[:a] ||= []) << 1; h) ⇒ {:a=>[1]}
    (h = {}; h.store("k", 1); h) ⇒ {"k"=>1}
    (h = Hash.new(0); h[:a] += 1; h) ⇒ ∅
    (h = Hash.new { |hh, k| hh[k] = [] }; h[:a] << 1; h) ⇒ ∅
    (s = "a"; t = s; t << "b"; s) ⇒ "ab"
    (s = "a".dup; s.concat("b", "c"); s) ⇒ "abc"
    (s = "abc"; [s.sub!(/b/, "x"), s.sub!(/q/, ""), s]) ⇒ ["axc", nil, "axc"]
    (s = " a "; [s.strip!, s.strip!, s]) ⇒ ["a", nil, "a"]
    (s = "a"; s += "b"; s) ⇒ "ab"
    (s = "b"; s.prepend("a"); s) ⇒ "ab"
    (s = "a"; s.replace("z"); s) ⇒ "z"
    (s = "abc"; s[0] = "x"; s) ⇒ ∅
    (s = "a"; f = [s]; s << "b"; f) ⇒ ["ab"]
    (k = "a"; h = { k => 1 }; k << "b"; h) ⇒ {"a"=>1}
    (x = [1, 2]; y, z = x; [y, z]) ⇒ ∅
    (a, b = 1, 2; [a, b]) ⇒ ∅
    (a, (b, c) = 1, [2, 3]; [a, b, c]) ⇒ ∅
    (a, *b = 1, 2, 3; [a, b]) ⇒ ∅
    (x = nil; x ||= 5; x) ⇒ 5
    (x = 1; x &&= 5; x) ⇒ 5
    (x = 5; x -= 2; x) ⇒ 3
    (i = 0; [1, 2, 3].each { |v| i += v }; i) ⇒ 6
    (i = 1; [2].each { |i| i }; i) ⇒ 1
    (r = []; 3.times { |i| r << i }; r) ⇒ [0, 1, 2]
    (r = []; 1.upto(3) { |i| r << i }; r) ⇒ [1, 2, 3]
    (r = []; 3.downto(1) { |i| r << i }; r) ⇒ [3, 2, 1]
    (x = 5; x > 3 ? "a" : "b") ⇒ "a"
    (begin; 1; ensure; 2; end) ⇒ 1
    """##

  static let blocks = ##"""
    [[1, 2], [3, 4]].to_h ⇒ {1=>2, 3=>4}
    module X; def self.v; 1; end; end; module Y; def self.v; 2; end; end; [X.v, Y.v] ⇒ [1, 2]
    class C; def self.v; 1; end; def v; 2; end; end; C.v ⇒ 1
    class D; class << self; def v; w + 1; end; def w; 1; end; end; end; D.v ⇒ 2
    class D; class << self; def v; 1; end; end; def v; 2; end; end; D.v ⇒ 1
    class D; class << $x; def v; 1; end; end; end ⇒ ∅
    module E; extend self; def v; 3; end; end; E.v ⇒ 3
    module F; module_function; def v; 4; end; end; F.v ⇒ 4
    module G; def v; 5; end; end; G.v ⇒ ∅
    module H; module I; def self.v; 6; end; end; def self.w; I.v; end; end; [H.w, H::I.v] ⇒ [6, 6]
    module J; end; module J::K; L = 7; def self.v; L; end; end; [J::K.v, J::K::L] ⇒ [7, 7]
    module M; def helper; 8; end; end; include M; helper ⇒ 8
    module N; def self.v; 1; end; def v; 2; end; def self.w; v; end; end; N.w ⇒ ∅
    module O; end; def O.v; 9; end; O.v ⇒ 9
    a = []; [1, 2, 3].each_slice(2) { |x, y| a << [y, x] }; a ⇒ [[2, 1], [nil, 3]]
    a = []; [1, 2].each_slice(5) { |x| a << x }; a ⇒ [[1, 2]]
    a = []; [1, 2, 3].each_cons(2) { |x, y| a << x + y }; a ⇒ [3, 5]
    [1, 2].each_slice(0) { |x| x } ⇒ ∅
    [[1, 2], [3]].flat_map { |x| x } ⇒ [1, 2, 3]
    case 5 when ->(n) { n > 3 } then :big else :small end ⇒ :big
    [1, 2, 3].each { |x| break x * 10 if x == 2 } ⇒ 20
    [1, 2, 3].map { |x| next 0 if x == 2; x } ⇒ [1, 0, 3]
    [1, 2, 3].each_with_index { |x, i| break i if x == 3 } ⇒ 2
    (def m1(a, b = 2, *c, d: 4, **e); [a, b, c, d, e]; end) && m1(1) ⇒ [1, 2, [], 4, {}]
    (def m2(a, b = 2, *c, d: 4, **e); [a, b, c, d, e]; end) && m2(1, 3, 5, d: 6, z: 7) ⇒ [1, 3, [5], 6, {:z=>7}]
    (def m3; [1, 2].each { |x| return x }; 9; end) && m3 ⇒ 1
    (def m4; yield 5; end) && m4 { |x| x + 1 } ⇒ 6
    (def m5(*a, b); [a, b]; end) && m5(1, 2, 3) ⇒ [[1, 2], 3]
    (def m6(a, b = a); [a, b]; end) && m6(1) ⇒ [1, 1]
    ->(x) { return x * 2; 9 }.call(4) ⇒ 8
    lambda { |x| next x + 1 }.call(1) ⇒ 2
    proc { |a, b| [a, b] }.call([1, 2]) ⇒ [1, 2]
    proc { |a, b| [a, b] }.call(1) ⇒ [1, nil]
    proc { |a| a }.call(1, 2) ⇒ 1
    proc { |a, *b| [a, b] }.call([1, 2, 3]) ⇒ [1, [2, 3]]
    ->(*a) { a }.call(1, 2) ⇒ [1, 2]
    [[1, 2], [3, 4]].map { |a, b| a + b } ⇒ [3, 7]
    [[1, 2], [3, 4]].map { |a| a } ⇒ [[1, 2], [3, 4]]
    [[1, [2, 3]]].map { |a, b| b } ⇒ [[2, 3]]
    "az".next ⇒ ∅
    [[1, 2], [3, 4]].transpose ⇒ ∅
    [[1, 2], [3, 4]].assoc(3) ⇒ [3, 4]
    { a: 1 }.each { |k, v| break k } ⇒ :a
    """##

  static let others = ##"""
    JSON.parse('{"a": [1, 2.5, null, true], "b": "x"}') ⇒ {"a"=>[1, 2.5, nil, true], "b"=>"x"}
    JSON.parse('{"a": {"b": 1}}', symbolize_names: true) ⇒ {:a=>{:b=>1}}
    JSON.parse('{"a": 1}', object_class: Array) ⇒ ∅
    JSON.parse('["a\u0062\n"]') ⇒ ["ab\n"]
    YAML.load("a: [1, x, ~]\nb: 1.2.3") ⇒ {"a"=>[1, "x", nil], "b"=>"1.2.3"}
    YAML.load("a: 2024-01-01") ⇒ ∅
    YAML.safe_load("- {a: yes}", aliases: true) ⇒ [{"a"=>true}]
    nil.to_a ⇒ []
    nil.to_s ⇒ ""
    nil.inspect ⇒ "nil"
    nil & true ⇒ ∅
    !!nil ⇒ false
    nil || 1 ⇒ 1
    false || nil ⇒ nil
    nil&.length ⇒ nil
    nil.is_a?(NilClass) ⇒ true
    true.is_a?(TrueClass) ⇒ true
    String === "a" ⇒ ∅
    Integer === "a" ⇒ ∅
    case 5 when 1..3 then :low when 4..6 then :mid end ⇒ :mid
    case "x" when String then 1 end ⇒ 1
    case nil when nil then 1 end ⇒ 1
    case [1, 2] when Array then 1 end ⇒ 1
    File.basename("foo") ⇒ "foo"
    File.basename("a/b.rb") ⇒ "b.rb"
    File.basename("a/b.rb", ".rb") ⇒ "b"
    File.basename("a/b.rb", ".*") ⇒ "b"
    File.basename("a/b/") ⇒ "b"
    File.basename("/") ⇒ "/"
    File.extname("a/b.rb") ⇒ ".rb"
    File.extname("a.b/c") ⇒ ""
    File.extname(".bashrc") ⇒ ""
    File.extname("a.") ⇒ "."
    File.dirname("a/b/c") ⇒ "a/b"
    File.dirname("a") ⇒ "."
    File.dirname("/a") ⇒ "/"
    File.dirname("a/b/") ⇒ "a"
    File.join("a", "b") ⇒ "a/b"
    File.join("a/", "/b") ⇒ "a/b"
    File.join("a", ["b", "c"]) ⇒ "a/b/c"
    Gem::Version.new("1.10") > Gem::Version.new("1.9") ⇒ true
    Gem::Version.new("1.2.3").segments ⇒ [1, 2, 3]
    Gem::Version.new("1.2.3").bump.to_s ⇒ "1.3"
    Gem::Version.new("1.2.a").prerelease? ⇒ true
    Gem::Version.new("1.2.3").segments.first(2).join(".") ⇒ "1.2"
    Gem::Requirement.new("~> 1.2").satisfied_by?(Gem::Version.new("1.3")) ⇒ true
    __method__.inspect ⇒ ∅
    format("%02d", 5) ⇒ "05"
    Integer("42") ⇒ 42
    Integer("0x1f") ⇒ ∅
    Float("1.5") ⇒ ∅
    Array(nil) ⇒ []
    Array([1]) ⇒ [1]
    Array("a") ⇒ ["a"]
    Array({ a: 1 }) ⇒ [[:a, 1]]
    String(5) ⇒ "5"
    """##
}
