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
  /// The requirements before and after, by pod.
  var edits: [String: Move.Edit] = [:]

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
