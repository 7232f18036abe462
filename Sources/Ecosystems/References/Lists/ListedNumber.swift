package import Ecosystem
import Gems
package import Versioning

/// A version with the rules by which it is compared.
package struct ListedNumber: Comparable, Hashable, Sendable {
  /// The text of the list or the file.
  let text: String
  /// The version as a tag: what precedes the number, the number and the label.
  private let tag: TagVersion
  /// The version of a gem; nil if it is compared as a tag.
  private let gem: GemVersion?
  private let rules: CustomReferences.Versioning

  /// Parses a version; nil if the rules don't accept it.
  package init?(_ text: String, _ rules: CustomReferences.Versioning) {
    guard let tag = TagVersion(Self.readable(text, rules)) else { return nil }
    if rules == .semver, tag.numbers.count != 3 || !tag.isPlain { return nil }
    gem = rules == .ruby ? GemVersion(text) : nil
    if rules == .ruby, gem == nil { return nil }
    self.text = text
    self.tag = tag
    self.rules = rules
  }

  /// The pre-releases of gems follow a dot, `1.0.0.beta1`, where those of tags follow a hyphen.
  private static func readable(_ text: String, _ rules: CustomReferences.Versioning) -> String {
    guard rules == .ruby, let letter = text.firstIndex(where: { $0.isASCII && $0.isLetter }) else {
      // What follows `+` doesn't take part in the order.
      return String(text.prefix { $0 != "+" })
    }
    let number = text[..<letter]
    return (number.last == "." ? number.dropLast() : number) + "-" + text[letter...]
  }

  /// Whether it is a pre-release.
  package var isPrerelease: Bool { gem?.isPrerelease ?? tag.isPrerelease }

  /// The version as reports show it: without a leading `v`.
  package var description: String {
    tag.isPlain ? String(text.dropFirst(tag.prefix.count)) : text
  }

  /// The components of the number.
  package var numbers: [Int] { tag.numbers }

  /// The first component, which separates the dependencies of one name.
  var major: String { "\(tag.numbers.first ?? 0)" }

  /// The step from an older version; nil if it isn't newer.
  package func step(from old: ListedNumber) -> Step? {
    guard old < self else { return nil }
    return tag.step(from: old.tag) ?? .patch
  }

  /// Returns how a file at another version writes this one; nil if it can't, because something else
  /// precedes the number.
  ///
  ///     1.2.0 for v1.3.0    1.3.0        v1.2.0 for 1.3.0    v1.3.0
  ///     20 for 22.1.0       22           if the number of components stays
  ///
  /// - Parameters:
  ///   - old: the version in the file.
  ///   - keepsPrecision: whether the number of components stays.
  /// - Returns: the new text.
  package func written(like old: ListedNumber, keepsPrecision: Bool) -> String? {
    guard tag.prefix == old.tag.prefix || (tag.isPlain && old.tag.isPlain) else { return nil }
    guard keepsPrecision, old.numbers.count < numbers.count else {
      return old.tag.prefix + text.dropFirst(tag.prefix.count)
    }
    let short = numbers.prefix(old.numbers.count).map(String.init).joined(separator: ".")
    return isPrerelease ? nil : old.tag.prefix + short
  }
}

extension ListedNumber {
  /// Compares by the rules.
  package static func < (left: ListedNumber, right: ListedNumber) -> Bool {
    if let one = left.gem, let other = right.gem { return one < other }
    return left.tag < right.tag
  }

  /// Whether neither version is newer.
  package static func == (left: ListedNumber, right: ListedNumber) -> Bool {
    if let one = left.gem, let other = right.gem { return one == other }
    return left.tag == right.tag
  }

  /// Hashes what `==` compares.
  package func hash(into hasher: inout Hasher) {
    if let gem { hasher.combine(gem) } else { hasher.combine(tag) }
  }
}
