import Versioning

/// A version whose order is that of numbers, such as a tag of a repository or of an image.
protocol NumberedTag: Version {
  /// The tag as written.
  var text: String { get }
  /// The components of the number.
  var numbers: [Int] { get }
}

extension NumberedTag {
  /// The component at an index; missing ones are 0.
  func component(_ index: Int) -> Int { numbers.indices.contains(index) ? numbers[index] : 0 }

  /// The numbers without zeros at the end.
  var significant: ArraySlice<Int> {
    var all = numbers[...]
    while all.last == 0 { all.removeLast() }
    return all
  }

  /// The step from an older version; nil if it isn't newer.
  func step(from old: Self) -> Step? { numericStep(from: old) }

  /// The step by the first two components.
  func numericStep(from old: Self) -> Step? {
    guard self > old else { return nil }
    if component(0) != old.component(0) { return .major }
    return component(1) != old.component(1) ? .minor : .patch
  }

  /// Whether the number is at most that of a version, as far as both state components.
  ///
  /// `v5` is within `5.0.1`, as the tag that moves with its releases.
  func isWithin(_ version: Self) -> Bool {
    let count = min(numbers.count, version.numbers.count)
    let own = numbers.prefix(count)
    let other = version.numbers.prefix(count)
    if own != other { return own.lexicographicallyPrecedes(other) }
    return numbers.count < version.numbers.count || self <= version
  }
}
