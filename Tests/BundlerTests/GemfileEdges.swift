/// Gemfiles and what Bundler reads, nil for those that it rejects or that are refused: name,
/// requirement, and groups other than the default one.
let gemfileEdges: [(gemfile: String, gems: [String]?)] = [
  (
    ##"""
    version = "1"
    def dep
      gem "a", version
    end
    dep
    """##, nil
  ),
  (
    ##"""
    @v = "1.0"
    def dep
      gem "a", @v
    end
    dep
    """##, ["a = 1.0"]
  ),
  (
    ##"""
    $v = "1.0"
    def dep
      gem "a", $v
    end
    dep
    """##, ["a = 1.0"]
  ),
  (
    ##"""
    def gem(name, *r)
    end
    gem "a"
    """##, []
  ),
  (
    ##"""
    module T
      def self.dep(v: "1"); v; end
    end
    gem "a", T.dep(v: "2")
    """##, ["a = 2"]
  ),
  (
    ##"""
    class T
      @v = "3"
      def self.v; @v; end
    end
    gem "a", T.v
    """##, ["a = 3"]
  ),
  (
    ##"""
    class T
      @@v = "3"
      def self.v; @@v; end
    end
    gem "a", T.v
    """##, ["a = 3"]
  ),
  (
    ##"if true gem "a" end"##, nil
  ),
  (
    ##"""
    unless true
      gem "a"
    elsif true
      gem "b"
    end
    """##, nil
  ),
  (
    ##"case 1 when 1 gem "a" end"##, nil
  ),
  (
    ##"""
    case 1
    else
      gem "a"
    end
    """##, nil
  ),
  (
    ##"(gem "a" gem "b")"##, nil
  ),
  (
    ##"""
    gem("a"
    , "1")
    """##, nil
  ),
  (
    ##"""
    x = [1
    , 2]
    """##, nil
  ),
  (
    ##"""
    v = "1.2.3"

      .split(".")
    gem "a", v.first
    """##, nil
  ),
  (
    ##"v = "1.2.3"; .split"##, nil
  ),
  (
    ##"""
    =beginx
    gem "b"
    =end
    """##, nil
  ),
  (
    ##"""
    =begin
    gem "a"
    """##, nil
  ),
  (
    ##"""
    gem "a"
    __END__ 
    gem "b"
    """##, nil
  ),
  (
    ##"""
    # frozen_string_literal: true
    v = "a"
    v << "b"
    gem v
    """##, nil
  ),
  (
    ##"""
    # frozen_string_literal: true
    v = %w[a b]
    v.each { |n| n << "x"; gem n }
    """##, nil
  ),
  (
    ##"""
    V = "a".freeze
    V << "b"
    gem V
    """##, nil
  ),
  (
    ##"""
    V = %w[a].freeze
    V << "b"
    """##, nil
  ),
  (
    ##"""
    # encoding: us-ascii
    gem "a" # é
    gem "é"
    """##, nil
  ),
  (
    ##"""
    # -*- coding: iso-8859-1 -*-
    gem "é".length.to_s
    """##, nil
  ),
  (
    ##"""
    gem "x", group: [<<~A.inspect, "z"]
      a
        b

      c
    A
    """##, ["x >= 0 \"a\\n  b\\n\\nc\\n\"|z"]
  ),
  (
    "gem \"x\", group: [<<~A.inspect]\n\ta\n\t  b\nA", ["x >= 0 \"a\\n  b\\n\""]
  ),
  (
    "gem \"x\", group: [<<~A.inspect]\n        a\n\tb\nA", ["x >= 0 \"a\\nb\\n\""]
  ),
  (
    ##"""
    gem "x", group: [<<~A.inspect]
      a #{1 + 1}
        #{"x\ny"}
    A
    """##, ["x >= 0 \"a 2\\n  x\\ny\\n\""]
  ),
  (
    ##"""
    gem "x", group: [<<~A.inspect]
        #{"x"}
      a
    A
    """##, ["x >= 0 \"  x\\na\\n\""]
  ),
  (
    ##"""
    gem "x", group: [<<~'A'.inspect]
      a #{1} \n
        b\
      c
    A
    """##, ["x >= 0 \"a \\#{1} \\\\n\\n  b\\\\\\nc\\n\""]
  ),
  (
    ##"""
    gem "x", group: [<<~A.inspect]
      a\
        b
      \  c
      \tq
    A
    """##, nil
  ),
  (
    ##"""
    gem "x", group: [<<A.inspect]
      a
      A
    A
    """##, ["x >= 0 \"  a\\n  A\\n\""]
  ),
  (
    ##"""
    gem "x", group: [<<~A.inspect, <<~B.inspect]
      a
    A
      b
    B
    """##, ["x >= 0 \"a\\n\"|\"b\\n\""]
  ),
  (
    ##"""
    x = <<~A
      a
     
       b
    A
    gem "x", group: [x.inspect]
    """##, ["x >= 0 \"a\\n\\n b\\n\""]
  ),
  (
    ##"""
    def foo a b
    end
    """##, nil
  ),
  (
    ##"""
    def foo
      next
      gem "a"
    end
    foo
    """##, nil
  ),
  (
    ##"x = puts [1, 2].map { |x| gem "a#{x}" }"##, ["a1 >= 0", "a2 >= 0"]
  ),
  (
    ##"group :a, nope: true do gem "x" end"##, nil
  ),
  (
    ##"group :a { gem "x" }"##, nil
  ),
  (
    ##"group [:a, :b] do gem "x" end"##, nil
  ),
  (
    ##"group nil do gem "x" end"##, nil
  ),
  (
    ##"platforms [:ruby] do gem "x" end"##, nil
  ),
  (
    ##"env "HOME" do gem "x" end"##, nil
  ),
  (
    ##"gem "x", github: "a/b", git: "https://x.dev""##, nil
  ),
  (
    ##"gem "x", branch: "m""##, nil
  ),
  (
    ##"""
    git_source :corp do |r| { git: "https://corp.dev/#{r}.git", branch: "q" } end
    gem "x", corp: "a/b"
    """##, ["x >= 0"]
  ),
  (
    ##"ruby nil"##, nil
  ),
  (
    ##"gem "a" and gem "b""##, ["a >= 0", "b >= 0"]
  ),
  (
    ##"gem "a" or gem "b""##, ["a >= 0"]
  ),
  (
    ##"gem("a") || gem("b")"##, ["a >= 0"]
  ),
  (
    ##"not true or gem "b""##, ["b >= 0"]
  ),
  (
    ##"""
    require "lib/v"
    gem "a", Foo::VERSION
    """##, nil
  ),
  (
    ##"""
    require "v"
    gem "a", Foo::VERSION
    """##, nil
  ),
  (
    ##"""
    $LOAD_PATH.delete "lib"
    require "v"
    """##, nil
  ),
  (
    ##"""
    load "lib/v"
    gem "a"
    """##, nil
  ),
  (
    ##"""
    begin
      require "nope_nope"
      gem "a"
    rescue LoadError
    end
    gem "b"
    """##, nil
  ),
  (
    ##"puts gem("a").inspect"##, nil
  ),
  (
    ##"""
    f = -> { x = 5 }
    x = 1
    f.call
    gem "a", x.to_s
    """##, ["a = 1"]
  ),
  (
    ##"""
    ENV["X"] = "1"
    gem "a" if ENV["X"]
    gem "b" if ENV.key?("X")
    gem "c", ENV.fetch("X")
    """##, ["a >= 0", "b >= 0", "c = 1"]
  ),
  (
    ##"""
    ENV["X"] = nil
    gem "a", ENV.fetch("X", "3")
    """##, ["a = 3"]
  ),
  (
    ##"gem "a" if ENV["HOME"]"##, ["a >= 0"]
  ),
  (
    ##"gem "a", "1" if defined?(Bundler)"##, ["a = 1"]
  ),
  (
    ##"gem "a" if UNKNOWN_CONST"##, nil
  ),
  (
    ##"gem "a" if /x/"##, nil
  ),
  (
    ##"gem "a" if 1..2"##, nil
  ),
  (
    ##"gem "a\x62""##, ["ab >= 0"]
  ),
  (
    ##"""
    private
    gem "a"
    """##, nil
  ),
  (
    ##"""
    include Comparable
    gem "a"
    """##, nil
  ),
  (
    ##"""
    module H
      def dep; gem "a"; end
    end
    include H
    dep
    """##, nil
  ),
  (
    ##"p((gem "a"))"##, ["a >= 0"]
  ),
  (
    ##"""
    module M; V = "1"; module N; V ||= "2"; def self.v; V; end; end; end
    gem "a", M::N.v
    """##, ["a = 1"]
  ),
  (
    ##"""
    version = '1'
    eval_gemfile 'inner.rb'
    gem 'x', version
    """##, ["y = 2", "x = 1"]
  ),
  (
    ##"""
    version = '1'
    eval_gemfile 'inner.rb'
    gem 'x', version
    """##, ["y = 2", "x = 1"]
  ),
  (
    "gem 'a',\r\n  '1'\r\nx = <<~X\r\n  a\r\n  b\r\nX\r\ngem 'x', group: [x.inspect]\r",
    ["a = 1", "x >= 0 \"a\\nb\\n\""]
  ),
  (
    "x = 'a\r\nb'\r\ngem 'x', group: [x.inspect]\r", ["x >= 0 \"a\\nb\""]
  ),
  (
    "gem 'a'\n\u{FEFF}gem 'b'", nil
  ),
  (
    ##"""
    #!/usr/bin/env ruby
    # frozen_string_literal: true
    v = 'a'
    v << 'b'
    gem v
    """##, nil
  ),
  (
    ##"""
    # -*- frozen-string-literal: true -*-
    v = 'a'
    v << 'b'
    gem v
    """##, nil
  ),
]
