import Versioning
import YAML

/// Which majors a version update may choose: the key `major`.
package enum MajorSteps: String, CaseIterable, Hashable, Sendable {
  /// The newest version, whatever its major version.
  case newest
  /// The newest version of the next major version that has one.
  case oneAtATime = "one-at-a-time"
}

extension Shape where Value == Set<Step> {
  /// The value of `separate`: `[major]` or `[major, minor]`.
  static var separation: Shape {
    let words: [String: Step] = ["major": .major, "minor": .minor]
    return Shape<[Step]>.list(of: .word(words)).map { Set($0) }.checked { steps, node, decoding in
      if steps == [.minor] {
        decoding.error("'separate: [minor]' needs 'major' too: write [major, minor]", at: node)
      }
    }
  }
}
