import Advisories
import Configuration
import Credentials
import Ecosystem
import FoundationEssentials
import HTTP
import Store
import Updates

/// Checks whether registries and mirrors respond and accept their credentials.
struct RegistryDoctor: Sendable {
  let live: Live

  /// A registry, and a URL with a small response.
  private struct Probe: Sendable {
    var subject: String
    var url: String
    /// Whether the operator's file contains it; public registries may not be needed.
    var isNamed = true
    /// The consequence if a public registry can't be reached.
    var loss = "its packages cannot be looked up"
  }

  func callAsFunction() async -> [Diagnosis] {
    let client: HTTP.Client
    do throws(Problem) {
      client = try live.network.acting(for: .test).registries(
        live.world.store.responses, retries: RetryPolicy(attempts: 1))
    } catch {
      return [.failed("registries", error.message, advice: error.advice)]
    }
    var found: [Diagnosis] = []
    for probe in probes { found.append(await ask(probe, client)) }
    return found + (asksAdvisories ? [] : [unaskedAdvisories]) + folders
  }

  /// Advisories that are switched off on purpose, or because no mirror covers their address.
  private var unaskedAdvisories: Diagnosis {
    guard live.settings.advisories == nil else {
      return .fine("advisories", "off ('advisories: false'): there are no security updates")
    }
    let address = AdvisorySource.address + "/"
    return .warning(
      "advisories", "there are no security updates, because no mirror covers \(address)",
      advice: "add a mirror from \(address), or say what is meant with 'advisories: true' (ask it "
        + "directly) or 'advisories: false'")
  }

  private var asksAdvisories: Bool { live.asksAdvisories }

  private var probes: [Probe] {
    let common = servedEcosystems.descriptions.flatMap(\.probes)
      .map { publicProbe($0.subject, $0.url) }
    let own = live.settings.registries.filter { $0.kind != .git }.map { registry in
      Probe(subject: "registry \(registry.url)", url: registry.url)
    }
    var advisories = publicProbe("advisories", AdvisorySource.address + "/")
    advisories.loss = "there are no security updates"
    return common + own + (asksAdvisories ? [advisories] : [])
  }

  private func publicProbe(_ subject: String, _ url: String) -> Probe {
    Probe(subject: subject, url: url, isNamed: live.settings.mirrored(url) != url)
  }

  /// Tests a registry: any response shows that it can be reached, but 401 and 403 that the credential
  /// is wrong.
  private func ask(_ probe: Probe, _ client: HTTP.Client) async -> Diagnosis {
    do throws(HTTPError) {
      let response = try await client.send(
        Request(.get, probe.url, deadline: .seconds(10), bodyLimit: 4 << 20))
      switch response.status {
      case 401, 403:
        return .failed(
          probe.subject, "refuses the credential (\(response.status))",
          advice: "check its entry under 'registries'")
      case 500...: return .failed(probe.subject, "responds with \(response.status)")
      default: return .fine(probe.subject, "responds")
      }
    } catch {
      if case .tooLarge = error.code { return .fine(probe.subject, "responds") }
      return Diagnosis(
        status: probe.isNamed ? .failed : .warning, subject: probe.subject,
        message: "cannot be reached: \(error.outage ?? error.detail)",
        advice: probe.isNamed
          ? "check its address in the configuration"
          : "\(probe.loss); a mirror can replace it")
    }
  }

  /// Tests the mirrors that are local folders.
  private var folders: [Diagnosis] {
    live.settings.mirrors.compactMap { mirror in
      guard mirror.to.hasPrefix("file://") else { return nil }
      let path = String(mirror.to.dropFirst("file://".count))
      return FileManager.default.fileExists(atPath: path)
        ? .fine("mirror of \(mirror.from)", "exists")
        : .failed("mirror of \(mirror.from)", "the folder \(path) does not exist")
    }
  }
}
