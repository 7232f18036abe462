import Ecosystem
import Text

/// The version of Ruby in Bundler's files.
extension ReferenceFile {
  /// Adds `ruby "3.3.0"` of a Gemfile.
  mutating func addRuby(ofGemfile source: SourceText) {
    let expression = #"^[ \t]*ruby[ \t(]+['"](?<sign>[~>=<! ]*)(?<version>\d[\w.]*)['"]"#
    for match in source.matches(of: expression) {
      guard let range = match["version"] else { continue }
      let sign = match["sign"].map { source[$0].filter { $0 != " " } } ?? ""
      // A lower bound still holds.
      if sign == ">=" { continue }
      add(.ruby, at: range, in: source)
    }
  }

  /// Adds `RUBY VERSION` of a lock.
  ///
  /// No list has patch levels: a version with one holds all back that agree with it.
  mutating func addRuby(ofLock source: SourceText) {
    let expression =
      #"^RUBY VERSION\r?\n   ruby (?<version>\d[\d.]*)(?<patch>p\d+)?(?<engine> [^\r\n]*)?(?=\r?$)"#
    for match in source.matches(of: expression) {
      guard let range = match["version"] else { continue }
      if let engine = match["engine"] {
        refuse(
          "ruby \(source[range])\(source[engine])", "isn't Ruby's own implementation",
          at: source.location(at: range.lowerBound))
        continue
      }
      let hasPatchLevel = match["patch"] != nil
      add(.ruby, at: range, in: source) { use in
        use.blocker =
          hasPatchLevel
          ? "needs another version in \(source.file), with a patch level that no list has" : nil
      }
    }
  }

  /// Adds `required_ruby_version` of a gemspec: one requirement with an exact version or `~>`.
  mutating func addRuby(ofGemspec source: SourceText) {
    let expression =
      #"^[ \t]*\w+\.required_ruby_version[ \t]*=[ \t]*"#
      + #"(?:(?<quote>['"])(?<sign>[~>=<! ]*)(?<version>\d[\w.]*)\k<quote>(?=[ \t]*(?:#|\r?$))|(?<rest>[^\r\n]*))"#
    for match in source.matches(of: expression) {
      guard let range = match["version"] else {
        refuseRequirement(match["rest"] ?? match.whole, of: source)
        continue
      }
      let sign = match["sign"].map { source[$0].filter { $0 != " " } } ?? ""
      // A lower bound still holds.
      if sign == ">=" { continue }
      guard ["", "=", "~>"].contains(sign) else {
        refuseRequirement(range, of: source)
        continue
      }
      add(.ruby, at: range, in: source)
    }
  }

  private mutating func refuseRequirement(_ range: Range<Int>, of source: SourceText) {
    refuse(
      "required_ruby_version \(source[range])", "isn't one version or '~>', and stays",
      at: source.location(at: range.lowerBound))
  }
}
