/// What a registry says against a locked version.
package enum PackageStatus: Hashable, Codable, Sendable {
  /// Its authors advise against it, in their words; the text can be empty.
  ///
  /// `successor` is the package that a field of the registry names, such as CocoaPods'
  /// `deprecated_in_favor_of`; nil without such a field.
  case deprecated(message: String, successor: String? = nil)
  /// The registry doesn't have the version any more.
  case withdrawn
}

extension PackageStatus {
  /// The package that a field of the registry names as the successor; nil without such a field, also
  /// if a sentence names one.
  package var namedSuccessor: String? {
    if case .deprecated(_, let named) = self { named } else { nil }
  }

  /// The package that the authors name as the successor, in a field or in one of the usual phrases;
  /// nil if they name none.
  ///
  ///     PackageStatus.deprecated(message: "request has been renamed to got").successor == "got"
  package var successor: String? {
    guard case .deprecated(let message, let named) = self else { return nil }
    if let named { return named }
    let words = message.split { $0 == " " || $0 == "\n" || $0 == "\t" }.map(String.init)
    for (start, end) in Self.phrases {
      guard let index = words.firstIndex(ofPhrase: start) else { continue }
      let position = index + start.count
      guard position < words.count, let name = Self.name(words[position]) else { continue }
      if end.isEmpty || words[(position + 1)...].first.map(plain) == end { return name }
    }
    return nil
  }

  /// The words before a name, and the word after it; an empty one admits any.
  private static let phrases: [([String], String)] = [
    (["renamed", "to"], ""), (["moved", "to"], ""), (["in", "favor", "of"], ""),
    (["in", "favour", "of"], ""), (["replaced", "by"], ""), (["superseded", "by"], ""),
    (["use"], "instead"), (["migrate", "to"], ""), (["switch", "to"], ""),
  ]

  /// A word without quotes and punctuation, if it can be a name; nil for an address or an article.
  private static func name(_ word: String) -> String? {
    let name = word.trimmed(of: "`'\"().,;:!")
    let isName = name.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9") ~= scalar
        || "@/._-".unicodeScalars.contains(scalar)
    }
    let others: Set = [
      "the", "a", "an", "this", "that", "our", "another", "version", "newer", "it",
    ]
    guard isName, !name.isEmpty, name.count <= 214, !others.contains(name.lowercased()),
      name.contains(where: \.isLetter), !name.contains("//")
    else { return nil }
    return name
  }
}

private func plain(_ word: String) -> String { word.trimmed(of: ".,;:!").lowercased() }

extension String {
  fileprivate func trimmed(of signs: String) -> String {
    let start = drop { signs.contains($0) }
    let end = start.reversed().drop { signs.contains($0) }
    return String(end.reversed())
  }
}

extension [String] {
  /// The index of the first position where the words of a phrase follow each other, ignoring case.
  fileprivate func firstIndex(ofPhrase phrase: [String]) -> Int? {
    guard count >= phrase.count else { return nil }
    return (0...(count - phrase.count)).first { start in
      zip(self[start...], phrase).allSatisfy { $0.lowercased() == $1 }
    }
  }
}

extension Dependency {
  /// Returns the standing of the locked version by a complete list of releases with their
  /// deprecations.
  ///
  /// An empty list says nothing.
  package func standing(among releases: [Release]) -> PackageStatus? {
    guard let current, !releases.isEmpty else { return nil }
    guard let release = releases.first(where: { $0.version == current }) else { return .withdrawn }
    return release.deprecation.map { .deprecated(message: $0) }
  }
}
