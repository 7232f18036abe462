package import Text

/// A project with a lock file whose changes are computed by `UpdatePipeline`.
///
/// Each function is one stage; a conforming type has only what its tool does in that stage.
package protocol LockedProject: OpenProject {
  /// What a goal changes.
  associatedtype Plan: LockPlan

  /// The tree that the project was read from.
  var tree: SourceTree { get }

  /// The path of the lock, whose file may not exist yet.
  var lockPath: String { get }

  /// The bytes of the lock; nil if the file does not exist.
  var lockBytes: [UInt8]? { get }

  /// Whether the repository has the lock. If not, a resolution only shows that an edit has a solution.
  var writesLock: Bool { get }

  /// Plan: looks up the versions that a goal names, and decides which requirements are edited.
  ///
  /// - Returns: nil if there is nothing to do.
  func plan(for goal: Goal) async throws(Problem) -> Plan?

  /// Read: evaluates the manifests again in a tree in which they are edited; the lock stays.
  func reading(_ tree: SourceTree) async throws(Problem) -> Self

  /// Prove: checks that the edits of a plan changed the intended requirements and nothing else.
  ///
  /// - Parameters:
  ///   - plan: the plan, which may have no edits.
  ///   - before: the project without the edits.
  /// - Throws: a `Problem` if anything else changed.
  func prove(_ plan: Plan, since before: Self) throws(Problem)

  /// Resolve: chooses versions as the tool does, and composes the new lock.
  ///
  /// - Parameters:
  ///   - plan: the plan, to which a resolution can add what later stages need.
  ///   - before: the project without the edits.
  /// - Returns: the lock, which may equal the present one.
  /// - Throws: `unsolvable` if the versions of the plan can't be chosen.
  func resolve(
    _ plan: inout Plan, since before: Self
  ) async throws(Problem) -> Plan.Lock

  /// Compare: whether the tool would leave the present file as it is.
  func keepsLock(_ lock: Plan.Lock, _ plan: Plan, since before: Self) -> Bool

  /// Write: refuses to write a lock for a version of the tool whose locks aren't known.
  func requireWritable() throws(Problem)

  /// Compare: lists the packages whose locked state differs, the intended ones first.
  func moves(to lock: Plan.Lock, _ plan: Plan, since before: Self) -> [Move]

  /// Compare: returns what a reviewer should know about the present lock when it is replaced.
  func warnings(replacingWith lock: Plan.Lock) -> [Warning]

  /// Compare: lists the edited requirements, if `moves` can't have them all.
  func requirements(_ plan: Plan, since before: Self) -> [RequirementEdit]
}

extension LockedProject {
  /// Runs the stages of `UpdatePipeline`.
  package func change(toward goal: Goal) async throws(Problem) -> Change {
    try await UpdatePipeline(before: self).change(toward: goal)
  }

  /// Returns true: most projects are applications, whose locks are committed.
  package var writesLock: Bool { true }

  /// Refuses nothing: the version may have been checked by the resolution.
  package func requireWritable() throws(Problem) {}

  /// Returns nothing: most locks have only what the project gives.
  package func warnings(replacingWith lock: Plan.Lock) -> [Warning] { [] }

  /// Returns nothing: most manifests name a package once, so that its move has the edit.
  package func requirements(_ plan: Plan, since before: Self) -> [RequirementEdit] { [] }
}

/// What a goal changes in a project with a lock file.
package protocol LockPlan {
  /// The parsed lock of the tool.
  associatedtype Lock: ProjectLock

  /// The edits of the manifests, in any order; equal ones count once.
  var replacements: [Replacement] { get }

  /// The releases that fit and that the resolution left out.
  var heldBack: [HeldBackRelease] { get }

  /// What a reviewer should know about the versions that a resolution chose.
  var warnings: [Warning] { get }

  /// Whether a lock has the versions that the goal names.
  func isReached(by lock: Lock) -> Bool
}

extension LockPlan {
  /// Nothing: most resolutions leave no release out.
  package var heldBack: [HeldBackRelease] { [] }

  /// Nothing: most resolutions check everything that counts.
  package var warnings: [Warning] { [] }
}

/// A parsed lock file that can be written the way its tool writes it.
package protocol ProjectLock {
  /// Parses a file.
  ///
  /// - Throws: a `Problem` with the location of what isn't a lock of the tool.
  init(_ text: SourceText) throws(Problem)

  /// The bytes that the tool writes; nil if it removes the file.
  var fileBytes: [UInt8]? { get }
}
