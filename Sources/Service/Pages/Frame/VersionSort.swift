/// Sorts versions by the orders of their ecosystems, newest first.
package struct VersionSort: Sendable {
  /// Whether the first of two versions of an ecosystem is lower; nil if one isn't a version.
  package typealias IsLower = @Sendable (String, String, String) -> Bool?

  private let isLower: IsLower

  /// Creates the order; by default no text is a version.
  ///
  /// - Parameter isLower: compares two versions; its first parameter is the ecosystem.
  package init(by isLower: @escaping IsLower = { _, _, _ in nil }) { self.isLower = isLower }

  /// Sorts elements; those whose text isn't a version follow in their present order.
  func newestFirst<Element>(
    _ all: [Element], of ecosystem: String, version: (Element) -> String?
  ) -> [Element] {
    var known: [(version: String, element: Element)] = []
    var others: [Element] = []
    for element in all {
      if let text = version(element), isLower(ecosystem, text, text) != nil {
        known.append((text, element))
      } else {
        others.append(element)
      }
    }
    // Two spellings of one version keep their order, too.
    let sorted = known.enumerated().sorted { one, other in
      let (left, right) = (one.element.version, other.element.version)
      if isLower(ecosystem, right, left) == true { return true }
      return isLower(ecosystem, left, right) == false && one.offset < other.offset
    }
    return sorted.map(\.element.element) + others
  }
}
