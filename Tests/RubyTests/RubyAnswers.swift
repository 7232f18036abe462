/// What Ruby 3.1.2 answers, as `expression ⇒ inspect`.
enum RubyAnswers {
  static let texts = ##"""
    "a b  c".split ⇒ ["a", "b", "c"]
    " a b ".split(" ") ⇒ ["a", "b"]
    "a b ".split(" ", 3) ⇒ ["a", "b", ""]
    "a b ".split(" ", 2) ⇒ ["a", "b "]
    " a  b c".split(" ", 2) ⇒ ["a", "b c"]
    "a b ".split(" ", -1) ⇒ ["a", "b", ""]
    "a,b,,".split(",") ⇒ ["a", "b"]
    "a,b,,".split(",", -1) ⇒ ["a", "b", "", ""]
    "a,b,c".split(",", 2) ⇒ ["a", "b,c"]
    "abc".split("") ⇒ ["a", "b", "c"]
    "abc".split("", 2) ⇒ ["a", "bc"]
    "abc".split("", -1) ⇒ ["a", "b", "c", ""]
    "".split(",") ⇒ []
    "".split("") ⇒ []
    "2023.1.2".split(".").map(&:to_i) ⇒ [2023, 1, 2]
    "1.2.3".split(".").first(2).join(".") ⇒ "1.2"
    "abc".tr("a-c", "A-C") ⇒ "ABC"
    "hello".tr("el", "ip") ⇒ "hippo"
    "hello".tr("a-y", "b-z") ⇒ "ifmmp"
    "hello".tr("^l", "*") ⇒ "**ll*"
    "a_b_c".tr("_", "-") ⇒ "a-b-c"
    "hello".tr("l", "") ⇒ "heo"
    "abc".tr("abc", "x") ⇒ "xxx"
    "Foo Bar".downcase ⇒ "foo bar"
    "foo".upcase ⇒ "FOO"
    "fOO bar".capitalize ⇒ "Foo bar"
    "abc".reverse ⇒ "cba"
    "abc".chop ⇒ "ab"
    "abc\r\n".chop ⇒ "abc"
    "abc\n\n".chomp ⇒ "abc\n"
    "abc\r\n".chomp ⇒ "abc"
    "abc \n".chomp ⇒ "abc "
    "abc".chomp("c") ⇒ "ab"
    "abc \n ".rstrip ⇒ "abc"
    " \n abc ".lstrip ⇒ "abc "
    "\t abc \n".strip ⇒ "abc"
    "12abc".to_i ⇒ 12
    "-12".to_i ⇒ -12
    "  42  ".to_i ⇒ 42
    "1_000".to_i ⇒ 1000
    "abc".to_i ⇒ 0
    "+7".to_i ⇒ 7
    "1.5x".to_f ⇒ 1.5
    "-2".to_f ⇒ -2.0
    "1e3".to_f ⇒ 1000.0
    "abc".length ⇒ 3
    "é€".length ⇒ 2
    "abc"[0] ⇒ "a"
    "abc"[-1] ⇒ "c"
    "abc"[5] ⇒ nil
    "abc"[1..] ⇒ "bc"
    "abc"[0..1] ⇒ "ab"
    "abc"[0...-1] ⇒ "ab"
    "abc"[1,2] ⇒ "bc"
    "abc"[3,1] ⇒ ""
    "abc"[4,1] ⇒ nil
    "abc"[-2..] ⇒ "bc"
    "abc"["b"] ⇒ "b"
    "abc"["x"] ⇒ nil
    "abc".start_with?("a") ⇒ true
    "abc".start_with?("x", "ab") ⇒ true
    "abc".end_with?("bc", "x") ⇒ true
    "abc".include?("b") ⇒ true
    "abc".delete_prefix("a") ⇒ "bc"
    "abc".delete_suffix("bc") ⇒ "a"
    "abc".match?(/B/i) ⇒ true
    "abc".match?(/B/) ⇒ false
    "a\nb".match?(/^b$/) ⇒ true
    "a\nb".match?(/\Ab/) ⇒ false
    "abc".sub("b", "x") ⇒ "axc"
    "abcb".gsub("b", "x") ⇒ "axcx"
    "foo/bar".partition("/") ⇒ ["foo", "/", "bar"]
    "a/b/c".rpartition("/") ⇒ ["a/b", "/", "c"]
    "abc".partition("x") ⇒ ["abc", "", ""]
    "a\nb".lines ⇒ ["a\n", "b"]
    "a\nb\n".lines ⇒ ["a\n", "b\n"]
    "a\nb\n".lines(chomp: true) ⇒ ["a", "b"]
    "a" * 3 ⇒ "aaa"
    "abc".chars ⇒ ["a", "b", "c"]
    "a" + "b" ⇒ "ab"
    "abc" == "abc" ⇒ true
    "abc".eql?("abc") ⇒ true
    "a" <=> "b" ⇒ -1
    "abc" < "abd" ⇒ true
    "abc".casecmp?("ABC") ⇒ true
    "abc".to_sym ⇒ :abc
    "abc".freeze ⇒ "abc"
    "".empty? ⇒ true
    "#{1 + 1} a" ⇒ "2 a"
    "a#{nil}b" ⇒ "ab"
    "a#{[1, :b, "c"]}" ⇒ "a[1, :b, \"c\"]"
    "a#{{ a: 1, "b" => nil }}" ⇒ "a{:a=>1, \"b\"=>nil}"
    "%w" + "x" ⇒ "%wx"
    :abc.to_s ⇒ "abc"
    :abc.length ⇒ 3
    :a <=> :b ⇒ -1
    :a == "a" ⇒ false
    :abc[1] ⇒ "b"
    :a.to_proc.call("x") ⇒ ∅
    :abc.upcase ⇒ :ABC
    "a".is_a?(String) ⇒ true
    "a".is_a?(Comparable) ⇒ true
    :a === :a ⇒ true
    "a b".then { |x| x + "c" } ⇒ "a bc"
    "abc".succ ⇒ ∅
    "abc".sum ⇒ ∅
    "abc".ord ⇒ ∅
    "snake_case".split("_").map(&:capitalize).join ⇒ "SnakeCase"
    "3.1.2" >= "3.0" ⇒ true
    "tab\tquote\"hash\#{x}" ⇒ "tab\tquote\"hash\#{x}"
    "a\\b" ⇒ "a\\b"
    "\e[0m" ⇒ "\e[0m"
    'single #{x}' ⇒ "single \#{x}"
    ?a ⇒ ∅
    "con" "cat" ⇒ "concat"
    %w[a b].each_with_index.to_h ⇒ ∅
    %q(a (b) c) ⇒ "a (b) c"
    %Q(a #{1}) ⇒ "a 1"
    "a".frozen? ⇒ ∅
    "%s-%d" % ["a", 1] ⇒ "a-1"
    "abc".each_char.to_a ⇒ ∅
    "abc".index("c") ⇒ ∅
    "abc".count("a-b") ⇒ ∅
    "aabb".squeeze ⇒ ∅
    "abc".delete("b") ⇒ ∅
    "abc".insert(1, "x") ⇒ ∅
    "abc".center(7, "*") ⇒ "**abc**"
    "abc".ljust(5) + "|" ⇒ "abc  |"
    "abc".unpack("C*") ⇒ ∅
    "abc".bytes ⇒ ∅
    "ab".encoding.to_s ⇒ ∅
    "ff".to_i(16) ⇒ ∅
    %w[a b].cycle(2).to_a ⇒ ∅
    """##

  static let patterns = ##"""
    "a1b22c".split(/\d+/) ⇒ ["a", "b", "c"]
    "a1b22c".split(/(\d)/) ⇒ ["a", "1", "b", "2", "", "2", "c"]
    "abc".split(//) ⇒ ["a", "b", "c"]
    "abc".split(//, 2) ⇒ ["a", "bc"]
    "a b c".split(/ /, -1) ⇒ ["a", "b", "c"]
    " a b".split(/\s+/) ⇒ ["", "a", "b"]
    "a1b2"[/\d/] ⇒ "1"
    "a1b2"[/([a-z])(\d)/, 2] ⇒ "1"
    "v1.2.3"[/\d+(\.\d+)*/] ⇒ "1.2.3"
    "abc"[/x/] ⇒ nil
    "abc".start_with?(/[a-c]/) ⇒ true
    "abc".start_with?(/b/) ⇒ false
    "abc" =~ /c/ ⇒ 2
    "abc" =~ /x/ ⇒ nil
    "a\nb" =~ /a.b/ ⇒ nil
    "a\nb" =~ /a.b/m ⇒ 0
    "ab" =~ /a b/x ⇒ 0
    "abc".gsub(/[ac]/, "-") ⇒ "-b-"
    "abc".gsub(/x*/, "-") ⇒ "-a-b-c-"
    "abc".gsub(/b*/, "-") ⇒ "-a--c-"
    "john smith".gsub(/\b(\w)/) { |m| m.upcase } ⇒ "John Smith"
    "a1".gsub(/([a-z])(\d)/, '\2\1') ⇒ "1a"
    "a1".sub(/(\d)/, "<\\1>") ⇒ "a<1>"
    "cat".gsub(/[aeiou]/, "a" => "4") ⇒ "c4t"
    "a1b2".scan(/\d/) ⇒ ["1", "2"]
    "a1b2".scan(/([a-z])(\d)/) ⇒ [["a", "1"], ["b", "2"]]
    "abc".scan(/b*/) ⇒ ["", "b", "", ""]
    "a-b_c".gsub(/[-_]/, "") ⇒ "abc"
    /a/ === "cat" ⇒ true
    /a/ === :cat ⇒ true
    /a/ === nil ⇒ false
    case "cat" when /^c/ then 1 else 2 end ⇒ 1
    (x = "b") && "a" =~ /#{x}/ ⇒ nil
    Regexp.escape("a.b-c d") ⇒ "a\\.b\\-c\\ d"
    Regexp.new("a+").match?("caat") ⇒ true
    /a(b)?/.source ⇒ "a(b)?"
    /a#{/b/i}/.inspect ⇒ "/a(?i-mx:b)/"
    /x/i.inspect ⇒ "/x/i"
    "aB" =~ /a#{/b/i}/ ⇒ 0
    "é" =~ /\w/ ⇒ nil
    "é" =~ /[[:alpha:]]/ ⇒ 0
    "٣" =~ /\d/ ⇒ nil
    "a\u00a0b" =~ /\s/ ⇒ nil
    "ÀB" =~ /àb/i ⇒ 0
    "foo.rb" =~ /\.rb\z/ ⇒ 3
    "foo.rb\n" =~ /\.rb\Z/ ⇒ 3
    "aaa"[/a{2}/] ⇒ "aa"
    "abab"[/(ab)\1/] ⇒ "abab"
    "foobar"[/foo(?=bar)/] ⇒ "foo"
    "foobar"[/(?<!x)bar/] ⇒ "bar"
    "x=1"[/(?<k>\w)=(?<v>\d)/, 2] ⇒ "1"
    "dead beef"[/\h+/] ⇒ "dead"
    "a.b"[/a\.b/] ⇒ "a.b"
    "a/b"[/a\/b/] ⇒ "a/b"
    "a/b"[%r{a/(b)}, 1] ⇒ "b"
    ("abc" =~ /(b)/; $1) ⇒ "b"
    ("abc" =~ /x/; $1) ⇒ nil
    ("a-b" =~ /-/; $~ && 1) ⇒ ∅
    "a,b;c".split(/[,;]/) ⇒ ["a", "b", "c"]
    "CamelCase".gsub(/([A-Z])/) { "_" + $1.downcase } ⇒ "_camel_case"
    "rails-7.1.2".match(/(\w+)-(.*)/)[2] ⇒ "7.1.2"
    "rails-7.1.2".match(/(?<n>\w+)/)[:n] ⇒ ∅
    """##

  static let numbers = ##"""
    7 / 2 ⇒ 3
    -7 / 2 ⇒ -4
    -7 % 3 ⇒ 2
    7 % -3 ⇒ -2
    2 ** 10 ⇒ 1024
    7.0 / 2 ⇒ 3.5
    1 + 2.5 ⇒ 3.5
    3.zero? ⇒ false
    0.zero? ⇒ true
    4.even? ⇒ true
    -5.abs ⇒ 5
    5.between?(1, 10) ⇒ true
    1 <=> 2 ⇒ -1
    1 == 1.0 ⇒ true
    1.eql?(1.0) ⇒ false
    10.to_s ⇒ "10"
    3.7.to_i ⇒ 3
    1.0.to_s ⇒ "1.0"
    100.0 ⇒ 100.0
    0.1 + 0.2 ⇒ 0.30000000000000004
    1e20 ⇒ ∅
    (1..3).map { |x| x * 2 } ⇒ [2, 4, 6]
    (1..3).to_a ⇒ [1, 2, 3]
    (1...3).to_a ⇒ [1, 2]
    (1..3).include?(2) ⇒ true
    (1..3) === 5 ⇒ false
    ("a".."c").to_a ⇒ ∅
    ("a".."e").include?("c") ⇒ true
    (1..).first(2) ⇒ ∅
    (1..3).sum ⇒ 6
    1.upto(3).to_a ⇒ ∅
    1.is_a?(Integer) ⇒ true
    (1..3) === 2 ⇒ true
    ("ab"[/(a)/]; $1) ⇒ "a"
    1.0 / 3 ⇒ 0.3333333333333333
    3.14.round(1) ⇒ ∅
    3.5.round ⇒ ∅
    10.divmod(3) ⇒ ∅
    10.fdiv(4) ⇒ ∅
    10.clamp(1, 5) ⇒ ∅
    10.digits ⇒ ∅
    255.to_s(16) ⇒ ∅
    """##
}
