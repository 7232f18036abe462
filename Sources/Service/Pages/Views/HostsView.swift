import JSON
import Languages
import Time
import Tracing

/// The hosts that this instance has asked, those that don't answer first.
struct HostsView: View {
  let hosts: [HostHealth.Host]
  /// The hosts of the forges' APIs.
  let forges: Set<String>
  let now: Timestamp

  init(_ hosts: [HostHealth.Host], forges: Set<String>, now: Timestamp) {
    self.hosts = hosts.sorted { one, other in
      let ranks = (one.isDown(at: now) ? 0 : 1, other.isDown(at: now) ? 0 : 1)
      return (ranks.0, one.name) < (ranks.1, other.name)
    }
    self.forges = forges
    self.now = now
  }

  var title: Message { "Hosts" }
  var section: Section? { .hosts }

  func content(_ context: PageContext) -> [Markup] {
    [
      element(
        "p", [:],
        ["Forges, registries and other hosts that this instance has asked since its start."]),
      table.markup,
    ]
  }

  private var table: PageTable {
    PageTable(
      caption: "Hosts",
      columns: [
        "Host", "State", "Kind", .number("Answered"), .number("Failed"), "Last answer",
        "Last failure",
      ],
      rows: hosts.map { host in
        let failure: Markup =
          host.failedAt == nil
          ? "–"
          : .list([
            moment(host.failedAt, at: now), element("small", [:], [.sentence(host.reason)]),
          ])
        return [
          .text(host.name), badge(host.isDown(at: now) ? "failed" : "ok"),
          forges.contains(host.name) ? "forge" : "other", count(host.answered),
          count(host.failed), moment(host.answeredAt, at: now), failure,
        ]
      }, empty: "No host has been asked yet.")
  }

  var json: [(String, Value)] {
    [
      (
        "hosts",
        .array(
          hosts.map { host in
            [
              "host": .string(host.name),
              "kind": .string(forges.contains(host.name) ? "forge" : "other"),
              "down": .bool(host.isDown(at: now)), "answered": .int(host.answered),
              "failed": .int(host.failed),
              "answeredAt": host.answeredAt.map { .time($0) } ?? .null,
              "failedAt": host.failedAt.map { .time($0) } ?? .null,
              "reason": .string(host.reason),
              "failingSince": host.failingSince.map { .time($0) } ?? .null,
            ]
          })
      )
    ]
  }
}
