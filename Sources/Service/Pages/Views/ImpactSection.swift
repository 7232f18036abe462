import Forges
import Impact
import JSON
import Languages
import Store

/// What updates change of the symbols that repositories use, from the stored answers.
struct ImpactSection {
  /// A report with the repository and the number of its pull request; nil on the page of that.
  typealias Line = (source: PackageImpact?, report: ImpactReport)

  let lines: [Line]

  /// The impacts of one pull request.
  init(_ reports: [ImpactReport]) { lines = reports.map { (nil, $0) } }

  /// The impacts on all repositories that use a package.
  init(_ impacts: [PackageImpact]) { lines = impacts.map { ($0, $0.report) } }

  /// A heading with a table; nothing without reports.
  func content(_ context: PageContext) -> [Markup] {
    guard !lines.isEmpty else { return [] }
    let isOfFleet = lines.contains { $0.source != nil }
    return [
      element("h2", [:], ["Impact"]),
      PageTable(
        caption: "Impact",
        columns: [
          isOfFleet ? "Pull request" : "Dependency", "From", "To", "Answer", "What changes",
        ],
        rows: lines.map { line in
          [
            line.source.map { pullRequest(of: $0, context) } ?? .text(line.report.name),
            code(line.report.from), code(line.report.to), badge(line.report.verdict.rawValue),
            .text(line.report.details),
          ]
        }, empty: ""
      ).markup,
    ]
  }

  private func pullRequest(of impact: PackageImpact, _ context: PageContext) -> Markup {
    let reference = context.forges.reference(impact.number, on: impact.repository.forge)
    return link(
      "\(impact.repository.name) \(reference)",
      to: impact.repository.page(ofPullRequest: impact.number))
  }

  /// The reports as JSON, with the repositories if they are of several.
  var json: Value {
    .array(
      lines.map { line in
        var object = Object([])
        if let source = line.source {
          object["forge"] = .string(source.repository.forge)
          object["repository"] = .string("\(source.repository.name)")
          object["number"] = .int(source.number)
        }
        for member in line.report.json.object?.members ?? [] { object[member.key] = member.value }
        return .object(object)
      })
  }
}

extension ImpactReport {
  /// The changed symbols with the first location of each; the reasons of an uncertain answer.
  fileprivate var details: String {
    let changes = symbols.map { symbol in
      let location = symbol.uses.first.map { " (\($0.file):\($0.line))" } ?? ""
      return "\(symbol.name) \(symbol.change)\(location)"
    }
    let vulnerable = (self.vulnerable ?? []).map { symbol in
      let use = symbol.uses.first.map { "used by name in \($0.file):\($0.line)" }
      return "\(symbol.name) is vulnerable, \(use ?? "no source here uses the name")"
    }
    let all = vulnerable + (changes.isEmpty ? reasons : changes)
    return all.isEmpty ? "–" : all.joined(separator: "; ")
  }
}
