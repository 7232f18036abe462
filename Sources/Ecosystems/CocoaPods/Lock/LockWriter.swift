import Ecosystem

extension PodfileLock: ProjectLock {
  var fileBytes: [UInt8]? { Array(written.utf8) }
}

extension PodfileLock {
  /// The text that CocoaPods writes. (CocoaPods Core 1.7 to 1.17, `Lockfile` and `YAMLHelper`.)
  var written: String {
    var sections: [String] = []
    func add(_ title: String, _ lines: [String]) {
      guard !lines.isEmpty else { return }
      sections.append("\(title):\n" + lines.map { "  \($0)\n" }.joined())
    }
    add("PODS", Self.sorted(pods, by: \.text).flatMap(\.lines))
    add("DEPENDENCIES", Self.sorted(dependencies, by: \.self).map { "- \(YAMLText.written($0))" })
    add("SPEC REPOS", Self.lines(of: repositories) { Self.sorted($0, by: \.self).map(Self.item) })
    add("EXTERNAL SOURCES", Self.lines(of: externalSources, \.lines))
    add("CHECKOUT OPTIONS", Self.lines(of: checkoutOptions, \.lines))
    add(
      "SPEC CHECKSUMS",
      Self.sorted(Array(checksums), by: \.key).map {
        "\(YAMLText.written($0.key)): \(YAMLText.written($0.value))"
      })
    if let podfileChecksum {
      sections.append("PODFILE CHECKSUM: \(YAMLText.written(podfileChecksum))\n")
    }
    sections.append("COCOAPODS: \(YAMLText.written(cocoapods))\n")
    return sections.joined(separator: "\n")
  }

  /// Sorts by the lowercase text; equal ones keep their order.
  static func sorted<Element>(
    _ elements: [Element], by text: (Element) -> String
  ) -> [Element] {
    elements.map { (key: text($0).lowercased(), element: $0) }.enumerated()
      .sorted { left, right in
        if left.element.key == right.element.key { return left.offset < right.offset }
        return left.element.key.isByteLess(than: right.element.key)
      }
      .map(\.element.element)
  }

  private static func item(_ text: String) -> String { "- \(YAMLText.written(text))" }

  private static func lines<Value>(
    of table: [String: Value], _ inner: (Value) -> [String]
  ) -> [String] {
    let sorted = Self.sorted(table.sorted { $0.key.isByteLess(than: $1.key) }, by: \.key)
    return sorted.flatMap { key, value in
      ["\(YAMLText.written(key)):"] + inner(value).map { "  \($0)" }
    }
  }
}

extension PodfileLock.Pod {
  fileprivate var lines: [String] {
    guard !dependencies.isEmpty else { return ["- \(YAMLText.written(text))"] }
    return ["- \(YAMLText.written(text)):"]
      + dependencies.map { "  - \(YAMLText.written($0))" }
  }
}

extension ExternalSource {
  fileprivate var lines: [String] {
    PodfileLock.sorted(options.sorted { $0.key < $1.key }, by: \.key).map { key, value in
      switch value {
      case .bool(let flag): ":\(key): \(flag)"
      case .text(let text): ":\(key): \(YAMLText.written(text))"
      }
    }
  }
}
