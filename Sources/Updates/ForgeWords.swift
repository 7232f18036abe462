import FoundationEssentials
import Forges
import Logging

extension ForgeError {
  /// Says in a sentence what happened and what can be done.
  package var words: String {
    let reason =
      switch code {
      case .unauthorized: "the forge refuses the credential; check the token of its entry"
      case .forbidden: "the credential may not do this; check its permissions"
      case .notFound: "not found, or hidden from this credential"
      case .archived: "the repository is archived"
      case .renamed(let name): "the repository is \(name) now; name it so in the operator's file"
      case .rateLimited(let until):
        "the forge asks to be left alone until \(timestamp(Int64(until.timeIntervalSince1970) * 1000))"
      case .unavailable: "the forge gave no usable answer"
      case .malformed: "the forge's answer is none that its API describes"
      case .conflict: "somebody else was quicker"
      case .rejected: "the forge refused the request"
      case .tooLarge(let limit): "larger than \(limit) bytes"
      case .unsupported: "this forge cannot do it"
      case .cancelled: "cancelled"
      }
    return "\(reason) (\(place)\(detail.isEmpty ? "" : ": \(detail)"))"
  }
}
