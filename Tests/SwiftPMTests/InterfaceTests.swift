import Impact
import TestSupport
import Testing

@testable import SwiftPM
@testable import SwiftSources

/// The declarations of a source, as `kind title -> result`.
private func interface(_ source: String) throws -> [String] {
  try SwiftInterfaceScanner(Array(source.utf8)).declarations.filter { $0.kind != .extension }.map {
    "\($0.kind.rawValue) \($0.title)" + ($0.result.isEmpty ? "" : " -> \($0.result)")
  }
}

private func api(_ source: String) throws -> PublicAPI {
  let layout = PackageLayout(
    targets: [.init(name: "Kit", module: "Kit", kind: "target")], tools: ToolsVersion(5, 9))
  let files = ["Sources/Kit/Kit.swift": Array(source.utf8)]
  return layout.publicAPI(in: ["Kit"], of: files, ScanLimits())
}

/// The changes between two sources, as `kind title text`; uncertain ones end with a question mark.
private func changes(_ before: String, _ after: String) throws -> [String] {
  APIComparison(from: try api(before), to: try api(after)).changes.map {
    "\($0.declaration.title) \($0.text)\($0.isUncertain ? "?" : "")"
  }
}

/// The report for a file of a repository.
private func impact(_ before: String, _ after: String, _ source: String) throws -> ImpactReport {
  let uses = try #require(UseScanner.swift.scan("App.swift", Array(source.utf8)))
  let comparison = APIComparison(from: try api(before), to: try api(after))
  return ImpactJudge(comparison, [uses], .swift).report(on: "kit", from: "1.0.0", to: "2.0.0")
}

@Suite struct `A Swift interface` {
  @Test func `has what is public, with labels`() throws {
    #expect(
      try interface(
        """
        import Foundation
        public struct Point<T: Hashable>: Hashable, Sendable where T: Sendable {
          public let x: Int, y: [String: Foo<Bar<Int>>]
          public private(set) var count = 0
          internal var hidden = 1
          public init?(_ x: Int, named name: String = "a, b") throws { self.x = 1 }
          public static func == (lhs: Self, rhs: Self) -> Bool { true }
          public func run<U>(_ body: @escaping (T) throws -> U, after delay: Double...) rethrows -> U
          where U: Sendable { try body(x) }
          public subscript(key: String) -> Int { get { 1 } set { _ = newValue } }
          struct Inner { public var z = 1 }
        }
        public enum Kind: String { case a, b = "c"; case d(Int, name: String) ; func f() {} }
        public extension Point { var double: Int { x * 2 } ; private func no() {} }
        public protocol Runner: AnyObject { associatedtype Output = Int; var state: Int { get set }
          func run() async throws }
        func internalFunction() {}
        public typealias Handler = (Result<Int, any Error>) -> Void
        """) == [
          "struct Point", "property Point.x -> Int", "property Point.y -> [String:Foo<Bar<Int>>]",
          "property Point.count -> Int", "init Point.init(_:named:) -> ?",
          "func Point.==(lhs:rhs:) -> Bool", "func Point.run(_:after:) -> $0",
          "subscript Point.subscript(_:) -> Int", "enum Kind", "case Kind.a", "case Kind.b",
          "case Kind.d(_:name:)", "property Point.double -> Int", "protocol Runner",
          "associatedtype Runner.Output -> Int", "property Runner.state -> Int",
          "func Runner.run()", "typealias Handler -> (Result<Int,Error>)->Void",
        ])
  }

  @Test func `has all branches of conditional code, and the present language's`() throws {
    #expect(
      try interface(
        """
        #if swift(>=5.5)
        public func now() {}
        #else
        public func old() {}
        #endif
        #if os(iOS)
        public func ios() {}
        #elseif os(Linux)
        public func linux() {}
        #endif
        #if compiler(<5)
        public func never() {}
        #endif
        """) == ["func now()", "func ios()", "func linux()"])
  }
}

@Suite struct `A comparison of Swift interfaces` {
  @Test(arguments: [
    ("public func a() {}", "", ["a() was removed"]),
    ("public func a() {}", "func a() {}", ["a() was removed"]),
    (
      "public func a() {}", "public func a(b: Int = 1) {}",
      ["a() has more parameters, which calls can leave out"]
    ),
    (
      "public extension A where B == Optional<Int> { func c() {} }",
      "public extension A { func c() where B == Int? {} }", []
    ),
    ("public func a() {}", "public func a(b: Int) {}", ["a() was removed"]),
    ("public func a(_ x: Int) {}", "public func a(_ y: Int) {}", []),
    ("public func a<T>(_ x: T) {}", "public func a<V>(_ x: V) {}", []),
    (
      "public func a(b: Int) {}", "public func a(b: Int?) {}",
      ["a(b:) parameter `b` became `Int?`, was `Int`"]
    ),
    ("public func a() {}", "public func a() async {}", ["a() became `async`"]),
    ("public func a() throws {}", "public func a() {}", []),
    ("public var a: Int", "public let a: Int", ["a can no longer be set"]),
    ("public let a: Int", "public var a: Int", []),
    ("public var a: Int", "public var a: Int?", ["a became `Int?`, was `Int`"]),
    ("public struct A {}", "public class A {}", ["A became a class"]),
    ("public struct A: B {}", "public struct A {}\nextension A: B {}", []),
    ("public struct A: B {}", "public struct A {}", ["A is no longer `B`"]),
    (
      "public struct A { public func f() {}; public func g() {} }", "", ["A was removed"]
    ),
    (
      "public enum A { case a }", "public enum A { case a, b }", ["A gained the case `b`"]
    ),
    (
      "public protocol P {}", "public protocol P { func f() }", ["P requires `P.f()`"]
    ),
    (
      "public protocol P {}",
      "public protocol P { func f() }\npublic extension P { func f() {} }", []
    ),
    (
      "public struct A: P { public func f() {} }",
      "public protocol P {}\npublic extension P { func f() {} }\npublic struct A: P {}", []
    ),
    (
      "#if os(iOS)\npublic var a = 1\n#endif", "public var a = 1",
      ["a is available under another condition?"]
    ),
  ])
  func `names what other code can notice`(
    before: String, after: String, expected: [String]
  ) throws {
    #expect(try changes(before, after) == expected)
  }
}

@Suite struct `The impact on a Swift source` {
  private let kit = """
    public class Session { public func request(_ url: String, method: Int) {}
      public var limit: Int = 1 ; public var other: Int = 1 }
    public enum Failure { case lost, late }
    """

  @Test func `is affected where a removed function is called with its labels`() throws {
    let after = kit.replacing("public func request", with: "func request")
    let report = try impact(
      kit, after, "import Kit\nlet s = Session()\ns.request(\"a\", method: 1)\ns.other = 2\n")
    #expect(report.verdict == .affected)
    #expect(report.symbols.map(\.name) == ["Session.request(_:method:)"])
    #expect(report.symbols.first?.uses == [.init(file: "App.swift", line: 3)])
  }

  @Test func `is not affected if what changed is not used`() throws {
    let after = kit.replacing("public func request", with: "func request")
    let report = try impact(kit, after, "import Kit\nlet s = Session()\ns.other = 2\n")
    #expect(report.verdict == .notAffected)
    #expect(report.used == 2)
    #expect(report.share == 100)
  }

  @Test func `is unknown if the name may belong to something else`() throws {
    let after = kit.replacing("var limit: Int", with: "var limit: Int?")
    let report = try impact(
      kit, after, "import Kit\nvar limit = 1\nfunc f(x: Any) { x.limit = 2 }\n")
    #expect(report.verdict == .unknown)
  }

  @Test func `is affected by a new case where a switch names all cases`() throws {
    let after = kit.replacing("lost, late", with: "lost, late, gone")
    let covered =
      "import Kit\nfunc f(x: Failure) {\nswitch x {\ncase .lost: a()\ncase .late: b()\n}}\n"
    let first = try impact(kit, after, covered)
    #expect(first.verdict == .affected)
    #expect(first.symbols.first?.uses.first?.line == 3)
    let open = covered.replacing("case .late", with: "default")
    #expect(try impact(kit, after, open).verdict == .notAffected)
  }

  @Test func `is unknown if the package can't be read`() throws {
    let report = try impact(kit, kit + "\npublic func broken( {", "import Kit\nSession()\n")
    #expect(report.verdict == .unknown)
    #expect(report.share == 0)
  }
}

@Suite struct `A hostile Swift source` {
  @Test func `never stops the scanners`() throws {
    var dice = Dice(seed: 43)
    let seed = Array(
      """
      public struct A<T: B<C>>: D where T == E { #if os(iOS)
      @available(iOS 13, *) public func a<U>(b: Int = 1, _ c: (T) -> U...) async throws -> [U] { }
      #else
      public var x: Int { get async throws { 1 } set { } }, y = foo { $0 }
      #endif
      public enum E: Int { case a(Int, b: C), d = 1 }
      }
      switch x { case .a(let b): f("\\(b)"); default: break }
      """.utf8)
    var read = 0
    for _ in 0..<3_000 {
      let bytes = dice.mutated(seed)
      if (try? SwiftInterfaceScanner(bytes)) != nil { read += 1 }
      _ = UseScanner.swift.scan("a.swift", bytes)
    }
    #expect(read > 100)
  }
}
