package import Text
import YAML

/// The value of `extends`.
///
///     PresetReference("acme/config//base.yml") == .file(repository: "acme/config", path: "base.yml")
package enum PresetReference: Hashable, Sendable {
  /// A file on the default branch of a repository on the same forge.
  case file(repository: String, path: String)
  /// A preset of the operator's file.
  case named(String)

  /// Parses `OWNER/REPO//path` or a name; nil for anything else.
  package init?(_ text: String) {
    guard text.utf8.count <= 1_024 else { return nil }
    guard let slashes = text.firstRange(of: "//") else {
      guard isPlain(text), !text.contains("/"), !text.contains(" ") else { return nil }
      self = .named(text)
      return
    }
    let (repository, path) = (text[..<slashes.lowerBound], text[slashes.upperBound...])
    let names = repository.slashParts(omittingEmptySubsequences: false)
    let parts = path.slashParts(omittingEmptySubsequences: false)
    guard names.count >= 2, (names + parts).allSatisfy(Self.isPart) else { return nil }
    self = .file(repository: String(repository), path: String(path))
  }

  private static func isPart(_ part: Substring) -> Bool {
    !part.isEmpty && part != "." && part != ".." && part.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}

extension PresetReference: CustomStringConvertible {
  /// The text as in the file, with which findings name the preset's own file.
  package var description: String {
    switch self {
    case .file(let repository, let path): "\(repository)//\(path)"
    case .named(let name): name
    }
  }
}

/// A reference with the location of `extends`.
package struct LocatedPreset: Hashable, Sendable {
  /// The preset.
  package var reference: PresetReference
  /// The value of `extends`.
  package var location: Location
}

extension Shape where Value == PresetReference {
  static var preset: Shape {
    .parsed("a preset such as OWNER/REPO//path, or the name of one of the operator's") {
      PresetReference($0)
    }
  }
}
