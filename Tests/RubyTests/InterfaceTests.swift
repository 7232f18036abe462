import Impact
import Testing
import Text

@testable import Ruby

/// What a gem with these files offers.
private func api(_ files: [String: String]) -> PublicAPI {
  var reader = RubyInterface(
    files: files.mapValues { Array($0.utf8) }, folders: ["lib"], limits: ScanLimits())
  return reader.read()
}

/// The declarations of `lib/kit.rb`, in the order of the file, as `kind title`.
private func interface(_ source: String) -> [String] {
  api(["lib/kit.rb": source]).declarations.filter { $0.kind != .path && $0.name != "new" }.map {
    "\($0.kind.rawValue) \(UseScanner.ruby.title($0))"
  }
}

private func impact(
  _ before: [String: String], _ after: [String: String], _ source: String, file: String = "app.rb"
) throws -> ImpactReport {
  let uses = try #require(UseScanner.ruby.scan(file, Array(source.utf8)))
  let comparison = APIComparison(from: api(before), to: api(after))
  return ImpactJudge(comparison, [uses], .ruby).report(on: "kit", from: "1", to: "2")
}

/// The verdict on a change of `lib/kit.rb`.
private func verdict(
  _ before: String, _ after: String, _ source: String
) throws -> ImpactReport.Verdict {
  try impact(["lib/kit.rb": before], ["lib/kit.rb": after], source).verdict
}

@Suite struct `The interface of a gem` {
  @Test func `has modules, classes, methods and constants`() {
    let found = interface(
      """
      require 'set'
      module Kit
        VERSION = "1.0".freeze
        Alias = Other::Thing
        Error = Class.new(StandardError)
        Point = Struct.new(:x) do
          def sum = x + 1
          def y() = 2
        end
        class << self
          attr_accessor :logger
          def configure(&block)
            yield self if block
          end
          private
          def secret; end
        end
        def self.run(a, b = 1, *c, d:, e: 2, **f, &g)
          while a do a.pop end
          return if b == ?/ unless %w[x].any? { |q| q =~ /end/ }
        end
        class Wing < Base
          attr_reader :span, :tip
          alias old_flap flap
          alias_method :flop, :flap
          delegate :size, to: :feathers, prefix: true
          def_delegators :@tip, :first, :last
          def [](key) = nil
          def []=(key, value); end
          def name=(value) end
          def %(other) ; end
          def flap!
            text = <<~TEXT
              class Fake; end #{[1].map do |x|
                x
              end}
            TEXT
            text.sub(/'/, "a")
          end
          private def hidden; end
          def shown; end
          private :shown
          protected
          def inner; end
        end
      end
      """)
    #expect(
      found == [
        "module Kit", "constant Kit::VERSION", "typealias Kit::Alias", "class Kit::Error",
        "method Kit::Point#x", "method Kit::Point#x=", "class Kit::Point", "method Kit::Point#sum",
        "method Kit::Point#y", "method Kit.logger", "method Kit.logger=", "method Kit.configure",
        "method Kit.run", "class Kit::Wing", "method Kit::Wing#span", "method Kit::Wing#tip",
        "method Kit::Wing#old_flap", "method Kit::Wing#flop", "method Kit::Wing#feathers_size",
        "method Kit::Wing#first", "method Kit::Wing#last", "method Kit::Wing#[]",
        "method Kit::Wing#[]=", "method Kit::Wing#name=", "method Kit::Wing#%",
        "method Kit::Wing#flap!",
      ])
  }

  @Test func `has the methods of extended modules and of functions`() {
    let found = interface(
      """
      module Kit
        module Tools
          def cut; end
        end
        extend Tools
        module_function
        def glue; end
      end
      class Kit::Saw
        include Parts
      end
      module Kit::Parts
        module ClassMethods
          def build; end
        end
      end
      """)
    #expect(
      found == [
        "module Kit", "module Kit::Tools", "method Kit::Tools#cut", "method Kit.glue",
        "class Kit::Saw", "module Kit::Parts", "module Kit::Parts::ClassMethods",
        "method Kit::Parts::ClassMethods#build", "method Kit.cut", "method Kit::Saw.build",
      ])
  }

  @Test(arguments: [
    "class A; def method_missing(name); end; end",
    "class A; NAMES.each { |n| define_method(n) {} }; end",
    "class A; def self.option(name); define_method(name) {}; end; end",
    "module A; refine String do; end; end",
    "class A; class_eval <<-RUBY\n  def x; end\nRUBY\nend",
    "class A; attr_reader(*NAMES); end",
    "class A; Struct.new(*NAMES); B = Struct.new(*NAMES); end",
    "A.send(:define_method, name) {}",
    "class A; def broken; end; end; end",
    "class A; \"open",
  ])
  func `has a gap for what is made at run time or can't be read`(source: String) {
    #expect(api(["lib/kit.rb": source]).gaps.count >= 1)
  }

  @Test func `has no gap for methods with written names`() {
    let source = "class A; define_method(:x) { }; attr_reader :y; class_eval do; end; end"
    #expect(api(["lib/kit.rb": source]).gaps.isEmpty)
  }
}

@Suite struct `The impact on Ruby sources` {
  private let before = """
    module Kit
      class Saw; def cut(wood); end; end
      class Old; end
      def self.build; end
      def self.mend; end
    end
    """

  @Test func `is certain for a constant with its full path`() throws {
    let after = before.replacing("  class Old; end\n", with: "")
    #expect(try verdict(before, after, "saw = Kit::Old.new\n") == .affected)
    #expect(try verdict(before, after, "saw = Kit::Saw.new\n") == .notAffected)
    // It can be another constant, or is only used if it exists.
    #expect(try verdict(before, after, "include Kit\nOld.new\n") == .unknown)
    #expect(try verdict(before, after, "Kit::Old.new if defined?(Kit::Old)\n") == .unknown)
    #expect(try verdict(before, after, "module Kit; class Old; end; end\nKit::Old\n") == .unknown)
  }

  @Test func `is certain for a method of a module`() throws {
    let after = before.replacing("  def self.mend; end\n", with: "")
    #expect(try verdict(before, after, "Kit.mend\n") == .affected)
    #expect(try verdict(before, after, "Kit.build\n") == .notAffected)
    #expect(try verdict(before, after, "Cloth.mend\nKit.build\n") == .notAffected)
    #expect(try verdict(before, after, "kit.mend\n") == .unknown)
    #expect(try verdict(before, after, "kit.public_send(name)\nKit.build\n") == .unknown)
  }

  @Test func `is not certain for methods of objects and for parameters`() throws {
    let after = before.replacing("def cut(wood)", with: "def cut(wood, depth)")
    let report = try impact(
      ["lib/kit.rb": before], ["lib/kit.rb": after], "saw = Kit::Saw.new\nsaw.cut(1)\n")
    #expect(report.verdict == .unknown)
    #expect(report.symbols.map(\.name) == ["Kit::Saw#cut"])
    #expect(report.symbols.first?.change == "takes 2 parameters, took 1")
    #expect(report.symbols.first?.uses == [.init(file: "app.rb", line: 2)])
    #expect(report.isByNameOnly)
    // A local variable isn't a call.
    #expect(try verdict(before, after, "Kit::Saw.new\ncut = 1\nputs cut\n") == .notAffected)
    #expect(try verdict(before, after, "Kit::Saw.new\nsaws.each(&:cut)\n") == .unknown)
  }

  @Test func `follows files that are required`() throws {
    let files = ["lib/kit.rb": before, "lib/kit/extra.rb": ""]
    let after = ["lib/kit.rb": before]
    let report = try impact(files, after, "require 'kit/extra'\nKit.build\n")
    #expect(report.verdict == .affected)
    #expect(report.symbols.map(\.name) == ["kit/extra.rb"])
    let guarded = "begin\n  require 'kit/extra'\nrescue LoadError\nend\n"
    #expect(try impact(files, after, guarded).verdict == .unknown)
  }

  @Test func `reads the code of templates`() throws {
    let after = before.replacing("  class Old; end\n", with: "")
    let report = try impact(
      ["lib/kit.rb": before], ["lib/kit.rb": after],
      "<p>Kit::Saw's</p>\n<%# Kit.mend %><%= Kit::Old.name -%> it's\n", file: "a.html.erb")
    #expect(report.symbols.map(\.name) == ["Kit::Old"])
    #expect(report.symbols.first?.uses == [.init(file: "a.html.erb", line: 2)])
    #expect(UseScanner.ruby.scan("a.haml", Array("%p".utf8)) == nil)
  }

  @Test func `is open if code that makes methods changed`() throws {
    let dynamic = "class Kit::Saw; def method_missing(name); end; end\n"
    let same = ["lib/kit.rb": before, "lib/dynamic.rb": dynamic]
    #expect(try impact(same, same, "Kit.build\n").verdict == .notAffected)
    let beside = ["lib/kit.rb": before, "lib/dynamic.rb": dynamic + "# more\n"]
    #expect(try impact(same, beside, "Kit.build\n").verdict == .notAffected)
    let changed = dynamic.replacing("(name);", with: "(name); super;")
    let other = ["lib/kit.rb": before, "lib/dynamic.rb": changed]
    #expect(try impact(same, other, "Kit.build\n").verdict == .unknown)
  }

  @Test func `is open if methods follow from another file`() throws {
    let names = "module Kit; NAMES = %i[a b]; end\n"
    let maker = "module Kit; NAMES.each { |name| define_method(name) {} }; end\n"
    let files = ["lib/kit.rb": before, "lib/names.rb": names, "lib/maker.rb": maker]
    #expect(try impact(files, files, "Kit.build\n").verdict == .unknown)
  }

  @Test func `is open if an object inherits from elsewhere`() throws {
    let after = before.replacing("  def self.mend; end\n", with: "  extend Elsewhere\n")
    #expect(try verdict(before, after, "Kit.mend\n") == .unknown)
  }

  @Test func `is open if names may have moved to another gem`() throws {
    var (old, new) = (api(["lib/kit.rb": before]), api(["lib/kit.rb": "module Kit; end"]))
    old.companions = ["tools >= 1"]
    new.companions = ["tools >= 1", "kit-saw >= 1"]
    let uses = try #require(UseScanner.ruby.scan("a.rb", Array("Kit::Old".utf8)))
    let report = ImpactJudge(APIComparison(from: old, to: new), [uses], .ruby)
      .report(on: "kit", from: "1", to: "2")
    #expect(report.verdict == .unknown)
  }
}
