import Ecosystem

/// A version of a pod or subspec that can be chosen.
struct Possibility: Hashable, Sendable {
  /// The name with subspecs: `Firebase/Core`.
  var name: String
  var version: PodVersion
  /// The repository of specs; nil for an external pod.
  var repository: SpecRepository?

  /// Two are equal if name and version are: CocoaPods compares specs without their repositories.
  static func == (left: Possibility, right: Possibility) -> Bool {
    left.name == right.name && left.version == right.version
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(version)
  }
}

/// Why a resolution stops before its end.
enum PodStop: Error {
  /// It can't go on without these documents.
  case needs([PodDocument])
  /// Pods need each other.
  case circular([String])
  case problem(Problem)
}

/// A list that is computed element by element, on demand: the newest versions first.
///
/// A podspec is fetched only when its version is looked at.
final class Possibilities {
  private var known: [Possibility] = []
  private var isComplete = false
  private let advance: (Int) throws(PodStop) -> Possibility?

  /// Takes a function that returns the next element; nil at the end.
  init(_ advance: @escaping (Int) throws(PodStop) -> Possibility?) {
    self.advance = advance
  }

  /// Returns an element; nil behind the last.
  func element(_ index: Int) throws(PodStop) -> Possibility? {
    while known.count <= index, !isComplete {
      if let next = try advance(known.count) { known.append(next) } else { isComplete = true }
    }
    return index < known.count ? known[index] : nil
  }

  /// The newest version; nil if the list is empty.
  var newest: Possibility? { get throws(PodStop) { try element(0) } }

  /// Returns the newest element that satisfies a condition.
  func first(
    where condition: (Possibility) throws(PodStop) -> Bool
  ) throws(PodStop) -> Possibility? {
    var index = 0
    while let element = try element(index) {
      if try condition(element) { return element }
      index += 1
    }
    return nil
  }

  /// The elements that satisfy a condition.
  func filtered(
    _ condition: @escaping (Possibility) throws(PodStop) -> Bool
  ) -> Possibilities {
    var index = 0
    return Possibilities { _ throws(PodStop) in
      while let element = try self.element(index) {
        index += 1
        if try condition(element) { return element }
      }
      return nil
    }
  }

  /// The elements that another list has, too; of several repositories with a version the last counts.
  func intersection(_ other: Possibilities) -> Possibilities {
    var index = 0
    return Possibilities { _ throws(PodStop) in
      while let element = try self.element(index) {
        index += 1
        if let next = try self.element(index), next == element { continue }
        let found = try other.first { $0 == element || $0.version < element.version }
        if found == element { return element }
      }
      return nil
    }
  }
}
