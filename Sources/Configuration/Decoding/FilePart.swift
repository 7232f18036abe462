/// A named part of a repository's file that entries can refer to.
protocol FilePart: Hashable, Sendable {
  var name: String { get set }
  /// The first mistake; nil if the part can be used.
  var fault: Finding? { get set }

  /// Creates a part without contents.
  init()
}
