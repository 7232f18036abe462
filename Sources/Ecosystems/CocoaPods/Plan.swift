import Ecosystem
import Versioning

/// What a goal changes: which pods are unlocked, and which versions they can have.
struct PodPlan {
  /// How a lock is treated.
  enum Mode: Hashable {
    /// What still fits stays: `pod install`.
    case install
    /// The named pods move: `pod update NAME`.
    case update(Set<String>)
    /// Everything moves: `pod update`, or `pod install` without a lock.
    case everything
  }

  var mode = Mode.install
  /// The versions that pods must have.
  var targets: [String: PodVersion] = [:]
  /// Whether the targets limit what is chosen, not only what is checked.
  var limitsTargets = false
  /// The largest step of all pods; nil: any.
  var level: Step?
  /// The locked versions, which steps are counted from.
  var locked: [String: PodVersion] = [:]
  /// The requirements before and after, by pod; of several lines those of the first one.
  var edits: [String: Move.Edit] = [:]
  /// The edits of all lines, each text once.
  var lines: [RequirementEdit] = []

  /// Notes the edit of a line.
  mutating func add(_ edit: Move.Edit, of pod: String, in file: String) {
    if edits[pod] == nil { edits[pod] = edit }
    let line = RequirementEdit(name: pod, file: file, before: edit.before, after: edit.after)
    if !lines.contains(line) { lines.append(line) }
  }

  /// Returns a problem that quotes no edited requirement as that of the Podfile.
  func naming(_ problem: Problem) -> Problem {
    var problem = problem
    var seen: Set<String> = []
    problem.explanation = problem.explanation.map { line in
      let wish = targets.first { pod, _ in edits[pod] != nil && line.quotes(pod) }
      return wish.map { "The update asks for \($0.key) \($0.value)." } ?? line
    }.filter { seen.insert($0).inserted }
    return problem
  }

  /// Whether everything is resolved from the Podfile alone.
  var isEverything: Bool { mode == .everything }

  /// The pods that are named.
  var named: Set<String> { if case .update(let names) = mode { names } else { [] } }

  /// Whether a pod can have a version.
  func admits(_ pod: String, _ version: PodVersion) -> Bool {
    if limitsTargets, let target = targets[pod] { return version == target }
    guard let level, let old = locked[pod], let step = version.step(from: old) else { return true }
    return step <= level
  }
}

extension String {
  /// Whether it is the sentence about the Podfile's requirement on a pod or a subspec.
  fileprivate func quotes(_ pod: String) -> Bool {
    hasPrefix("Podfile requires \(pod) ") || hasPrefix("Podfile requires \(pod)/")
  }
}
