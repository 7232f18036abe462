import JSON
import Store
import Updates

extension VerdictRecord {
  /// The checks and the merge state of a pull request for people, with a sign before its number.
  func line(_ sign: String) -> String {
    let merge =
      switch merging {
      case .unwanted where !mergingNote.isEmpty: "; does not merge by itself: \(mergingNote)"
      case .unwanted, .merged: ""
      case .waiting, .queued, .behind, .handedOver, .stopped, .dropped:
        "; does not merge yet: \(mergingNote)"
      }
    return "\(sign)\(number): \(merging == .merged ? "merged" : sentence)\(merge)"
  }

  /// The result of the checks.
  private var sentence: String {
    let names = checks.map(\.name).joined(separator: ", ")
    return switch verdict {
    case .pending where !jobsToStart.isEmpty: "CI waits until a person starts \(names)"
    case .pending: names.isEmpty ? "CI has just begun" : "CI is under way: \(names)"
    case .passed: "CI passed"
    case .failed: "CI failed: " + checks.map(\.text).joined(separator: ", ")
    case .timedOut: "CI timed out: nothing of \(names)"
    case .none: "no CI"
    }
  }

  /// The members for programs.
  var json: Value {
    [
      "number": .int(number), "head": .string(head), "verdict": .string(verdict.rawValue),
      "checks": .array(checks.map(\.json)), "merging": .string(merging.rawValue),
      "mergingNote": mergingNote.isEmpty ? .null : .string(mergingNote),
    ]
  }
}

extension VerdictRecord.Check {
  fileprivate var text: String {
    let suffix = url.map { " \($0)" } ?? ""
    return state == "failure" ? "\(name)\(suffix)" : "\(name) (\(state))\(suffix)"
  }

  fileprivate var json: Value {
    [
      "name": .string(name), "state": .string(state), "url": url.map { .string($0) } ?? .null,
    ]
  }
}
