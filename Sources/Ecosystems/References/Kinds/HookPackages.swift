import Ecosystem
import Text
import YAML

extension ReferenceFile {
  /// Adds the packages in `additional_dependencies` of a hook: `prettier@3.0.0` of npm, and
  /// `rubocop:1.50.0` if the language is Ruby.
  ///
  /// The language of a hook is often stated in its repository only. The form of npm is the only one with
  /// a name, `@` and a version; Go's names have slashes. Packages without a version stay.
  mutating func add(packagesOf hook: Node, in source: SourceText) {
    let language = hook["language"]?.string
    for node in hook["additional_dependencies"]?.elements ?? [] {
      guard let text = node.string else { continue }
      switch language {
      case nil, "node": addPackage(text, isCertain: language != nil, node, source)
      case "ruby": addGem(text, node, source)
      default: continue
      }
    }
  }

  private mutating func addPackage(
    _ text: String, isCertain: Bool, _ node: Node, _ source: SourceText
  ) {
    guard let sign = text.lastIndex(of: "@"), sign > text.startIndex else { return }
    let name = String(text[..<sign])
    let version = String(text[text.index(after: sign)...])
    guard VersionSource.isPackageName(name), ListedNumber(version, .semver) != nil else {
      if isCertain {
        refuse(text, "isn't a package with an exact version", at: node.location)
      }
      return
    }
    add(text, ending: version, of: node, in: source) { range in
      ListedUse(name, at: range, in: source, from: .npm(name), .semver)
    }
  }

  private mutating func addGem(_ text: String, _ node: Node, _ source: SourceText) {
    guard let sign = text.lastIndex(of: ":") else { return }
    let name = String(text[..<sign])
    let version = String(text[text.index(after: sign)...])
    guard VersionSource.isWord(name), ListedNumber(version, .ruby) != nil else {
      return refuse(text, "isn't a gem with an exact version", at: node.location)
    }
    add(text, ending: version, of: node, in: source) { range in
      ListedUse(name, at: range, in: source, from: .gem(name), .ruby)
    }
  }
}
