import Forges
import Store
import Time

/// A part of a pull request that is set by a request of its own after it was opened.
///
/// A pull request without it is still useful, so a refusal does not prevent the update.
enum PullRequestDetail: Hashable, Sendable {
  case label(String)
  case assignee(String)
  case reviewer(String)
  case milestone(Int)

  /// A sentence without the reason: `ann cannot be assigned`.
  var refusal: String {
    switch self {
    case .label(let name): "the label \(name) cannot be added"
    case .assignee(let login): "\(login) cannot be assigned"
    case .reviewer(let name): "a review by \(name) cannot be requested"
    case .milestone(let number): "milestone \(number) cannot be set"
    }
  }

  /// One line of a note, such as `assignee ann`.
  fileprivate var line: String {
    switch self {
    case .label(let name): "label \(name)"
    case .assignee(let login): "assignee \(login)"
    case .reviewer(let name): "reviewer \(name)"
    case .milestone(let number): "milestone \(number)"
    }
  }

  /// Parses `line`; nil if it has another form.
  fileprivate init?(line: Substring) {
    guard let space = line.firstIndex(of: " ") else { return nil }
    let value = String(line[line.index(after: space)...])
    switch line[..<space] {
    case "label": self = .label(value)
    case "assignee": self = .assignee(value)
    case "reviewer": self = .reviewer(value)
    case "milestone":
      guard let number = Int(value) else { return nil }
      self = .milestone(number)
    default: return nil
    }
  }
}

/// The details of a pull request that the forge refused.
///
/// A refusal can be temporary, such as a 404 of an account that was just added, so the next passes try
/// again. After three attempts there is one a day.
struct RefusedDetails: Hashable, Sendable {
  /// The number of passes that tried.
  var attempts = 1
  /// The time of the last attempt.
  var triedAt: Timestamp
  /// By detail, the reason.
  var reasons: [PullRequestDetail: String]

  /// Whether a pass tries again.
  func isDue(now: Timestamp) -> Bool { attempts < 3 || now - triedAt >= .days(1) }

  /// Whether there is nothing left to try.
  var isEmpty: Bool { reasons.isEmpty }

  /// The details in the order of their notes.
  var sorted: [(detail: PullRequestDetail, reason: String)] {
    reasons.map { (detail: $0.key, reason: $0.value) }.sorted { $0.detail.line < $1.detail.line }
  }
}

extension RefusedDetails {
  /// `ATTEMPTS MILLISECONDS` in the first line, then for each detail a line with it and one with the
  /// reason.
  fileprivate var note: String {
    let lines = sorted.flatMap { [$0.detail.line, $0.reason] }
    return (["\(attempts) \(triedAt.milliseconds)"] + lines)
      .map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
  }

  fileprivate init?(note: String) {
    let lines = note.split(separator: "\n", omittingEmptySubsequences: false)
    let numbers = (lines.first ?? "").split(separator: " ").compactMap { Int64($0) }
    guard numbers.count == 2, lines.count.isMultiple(of: 2) == false else { return nil }
    var reasons: [PullRequestDetail: String] = [:]
    for index in stride(from: 1, to: lines.count, by: 2) {
      guard let detail = PullRequestDetail(line: lines[index]) else { return nil }
      reasons[detail] = String(lines[index + 1])
    }
    self.init(
      attempts: Int(clamping: numbers[0]), triedAt: Timestamp(milliseconds: numbers[1]),
      reasons: reasons)
  }

  /// Creates a record of a first attempt.
  init(_ reasons: [PullRequestDetail: String], now: Timestamp) {
    self.init(triedAt: now, reasons: reasons)
  }

  /// Replaces the reasons by those of another attempt.
  mutating func retry(with reasons: [PullRequestDetail: String], now: Timestamp) {
    self.reasons = reasons
    attempts += 1
    triedAt = now
  }
}

extension StateStore {
  /// Returns the refused details of a pull request by its update key; nil if all were accepted.
  func refusedDetails(of key: UpdateKey) async throws -> RefusedDetails? {
    guard let bytes = try await content("refused \(key)") else { return nil }
    guard let refused = RefusedDetails(note: String(decoding: bytes, as: UTF8.self)),
      !refused.isEmpty
    else { return nil }
    return refused
  }

  /// Saves the refused details of a pull request.
  func save(_ refused: RefusedDetails, of key: UpdateKey, now: Timestamp) async throws {
    try await keep(Array(refused.note.utf8), as: "refused \(key)", now: now)
  }
}
