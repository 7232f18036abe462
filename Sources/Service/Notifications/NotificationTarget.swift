package import Configuration
import Crypto
import Forges
import Logging
package import Store
package import Time

/// An entry of `notifications`, with the rules of its time zones.
package struct NotificationTarget: Sendable {
  /// The entry.
  package var settings: NotificationSettings
  /// Identifies it in the state, in logs and in metrics: its name, or its kind with a digest of its
  /// URL.
  package var id: String
  private let digestZone: ZoneRules
  private let quietZone: ZoneRules

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - settings: the entry of the operator's file.
  ///   - zone: returns the rules of a time zone.
  package init(_ settings: NotificationSettings, zone: (String) -> ZoneRules) {
    self.settings = settings
    let digest = Digest(.sha256, of: settings.url.reveal()).hexadecimal.prefix(12)
    id = settings.name ?? "\(settings.kind.rawValue)-\(digest)"
    digestZone = settings.digest.map { zone($0.timezone) } ?? .utc
    quietZone = settings.quietHours.map { zone($0.timezone) } ?? .utc
  }

  /// Returns whether people want to know about a fact.
  package func accepts(_ news: RepositoryFact) -> Bool {
    guard let event = NotificationSettings.Event(rawValue: news.fact.kind.rawValue),
      settings.events.contains(event)
    else { return false }
    if !settings.repositories.isEmpty,
      !settings.repositories.include("\(news.repository.name)")
    {
      return false
    }
    var lowest = [settings.severity]
    if settings.isOptIn {
      let choice = ChannelChoice.all(in: news.channels).first { choice in
        choice.to == settings.name && choice.events.contains(event)
      }
      guard let choice else { return false }
      lowest.append(choice.severity)
    }
    guard let severity = news.fact.severity else { return true }
    return lowest.allSatisfy { severity >= AdvisorySeverity($0.rawValue) }
  }

  /// Returns when a message that is planned now is sent: with the next digest, and not in quiet hours.
  package func dueAt(now: Timestamp) -> Timestamp {
    let digest = settings.digest?.nextFire(after: now, in: digestZone, key: id)
    let time = digest ?? now
    return settings.quietHours.flatMap { $0.end(if: time, in: quietZone) } ?? time
  }

  /// The target as the outbox knows it.
  func planned(now: Timestamp) -> OutboxTarget {
    OutboxTarget(id: id, dueAt: dueAt(now: now)) { accepts($0) }
  }
}

extension QuietHours {
  /// Returns the end of the quiet hours that include a time; nil if none do.
  func end(if time: Timestamp, in zone: ZoneRules) -> Timestamp? {
    let local = time.seconds + Int64(zone.offset(at: time.seconds))
    let minute = Int(local.modulo(86_400)) / 60
    let (start, end) = (from.minutes, to.minutes)
    let isQuiet =
      start <= end ? (start..<end).contains(minute) : minute >= start || minute < end
    guard isQuiet else { return nil }
    let left = Int64((end - minute + 1_440) % 1_440) * 60
    let shown = local - local.modulo(60) + left
    switch zone.moment(showing: shown) {
    case .shown(let times): return times.first { $0 >= time.seconds }.map(Timestamp.init(seconds:))
    case .skipped(let change): return Timestamp(seconds: change)
    }
  }
}

extension TimeOfDay {
  fileprivate var minutes: Int { hour * 60 + minute }
}

extension Int64 {
  /// The remainder that is never negative.
  fileprivate func modulo(_ divisor: Int64) -> Int64 {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
