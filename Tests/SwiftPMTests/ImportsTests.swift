import Ecosystem
import Testing

@testable import SwiftPM

@Suite struct `Imports of modules` {
  @Test(arguments: [
    ("import NIO", ["nio"]), ("@testable import A", ["a"]), ("import struct A.B", ["a"]),
    ("package import A;import B", ["a"]), ("// import A", []), ("let import2 = 1", []),
    ("@_exported public import A", ["a"]), ("#if canImport(X)\n  import X\n#endif", ["x"]),
  ])
  func `are found at the beginning of lines`(source: String, modules: [String]) {
    #expect(SwiftPMEcosystem.modules(in: source) == Set(modules))
  }

  @Test func `have the names of products, or what a package's name suggests`() {
    #expect(SwiftPMEcosystem.moduleNames(of: "swift-log").isSuperset(of: ["log", "swift-log"]))
    #expect(SwiftPMEcosystem.moduleNames(of: "Alamofire").contains("alamofire"))
  }
}
