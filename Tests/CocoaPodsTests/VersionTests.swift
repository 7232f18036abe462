import Testing

@testable import CocoaPods

@Suite struct `A version of a pod` {
  @Test func `has the order of CocoaPods`() {
    let texts = ["0.9", "1.0", "1.0.0.1", "1.1.0-beta.2", "1.1.0-beta.10", "1.1.0", "1.10"]
    let versions = texts.compactMap { PodVersion($0) }
    #expect(versions.sorted().map(\.text) == texts)
  }
}
