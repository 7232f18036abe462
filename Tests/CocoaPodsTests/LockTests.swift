import Ecosystem
import Testing
import Text

@testable import CocoaPods

@Suite struct `A Podfile.lock` {
  static let text = """
    PODS:
      - 1stDate (1.0)
      - Parts/UI (3.2.0):
        - Parts/Core
        - Plain (~> 1.0)
      - "UIColor+Hex (1.1.0)"

    DEPENDENCIES:
      - Local (from `Local/X`)
      - Parts/UI

    SPEC REPOS:
      https://e.com/specs.git:
        - Parts
      trunk:
        - "UIColor+Hex"

    EXTERNAL SOURCES:
      Local:
        :path: "."
        :submodules: true

    CHECKOUT OPTIONS:
      Local:
        :commit: '12345'
        :tag: '1.0'

    SPEC CHECKSUMS:
      Parts: 1243d7c8f7ee6c9e42bc01e914f13f9e3c9d09bc
      "UIColor+Hex": '12e34567'

    PODFILE CHECKSUM: 186dfe26faa5239a8f44a25ff0100fdae7e05f60

    COCOAPODS: 1.16.2

    """

  @Test func `is written as it was read`() throws {
    let lock = try PodfileLock(SourceText(file: "Podfile.lock", Self.text))
    #expect(lock.written == Self.text)
    #expect(lock.version(of: "Parts") == "3.2.0")
    #expect(lock.repository(of: "UIColor+Hex") == "trunk")
  }

  @Test(arguments: ["", "- A", "PODS: [[1]]\nCOCOAPODS: 1.0", "PODS:\n  - A (1.0", "PODS: []"])
  func `is an error if it is malformed`(_ text: String) {
    #expect(throws: Problem.self) { try PodfileLock(SourceText(file: "Podfile.lock", text)) }
  }

  @Test func `has the same versions and repositories for all pods at once`() throws {
    let text = """
      PODS:
        - A/X (1.0)
        - A (2.0)
        - B/Y (3.0)
        - B/Z (3.0)
        - C (4.0)

      SPEC REPOS:
        https://e.com/b.git:
          - A
          - B
        trunk:
          - A
        https://e.com/a.git:
          - B

      COCOAPODS: 1.16.2

      """
    let lock = try PodfileLock(SourceText(file: "Podfile.lock", text))
    #expect(lock.versions == ["A": "2.0", "B": "3.0", "C": "4.0"])
    #expect(lock.repositoriesByPod == ["A": "trunk", "B": "https://e.com/b.git"])
    for root in ["A", "B", "C"] {
      #expect(lock.versions[root] == lock.version(of: root))
      #expect(lock.repositoriesByPod[root] == lock.repository(of: root))
    }
  }

  @Test func `with more than ten thousand pods is refused with the place`() {
    let pods = (0...10_000).map { "  - P\($0) (1.0)\n" }.joined()
    let text = "PODS:\n\(pods)\nCOCOAPODS: 1.16.2\n"
    let problem = #expect(throws: Problem.self) {
      try PodfileLock(SourceText(file: "Podfile.lock", text))
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == "P10000")
    #expect(problem?.location?.line == 10_002)
  }
}
