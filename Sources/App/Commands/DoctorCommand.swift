import Arguments
import Configuration
import Ecosystem
import JSON
import Store
import Updates

extension Martlet {
  /// `martlet doctor --config FILE`: checks everything that the service needs.
  ///
  /// Runs all checks; the exit code is 1 if any fails.
  func diagnose(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    try OperatorFile.require(for: invocation)
    let found = try await diagnoses(invocation)
    if invocation.has("json") {
      terminal.raw(document(["schema": 1, "checks": .array(found.map(\.json))]))
    } else {
      terminal.out(found.map(\.text).joined())
    }
    return found.contains { $0.status == .failed } ? .failed : .done
  }

  private func diagnoses(_ invocation: Invocation) async throws(Problem) -> [Diagnosis] {
    let settings = try OperatorFile.named(by: invocation) { _ in }
    let exposures = Exposure.all(settings ?? OperatorFile())
    let live = try await Live(invocation, terminal: terminal, state: .inMemory)
    let machine = MachineDoctor(live: live)
    var found: [Diagnosis] = []
    do throws(Problem) {
      let store = try await Live.open(live.settings, .configured)
      found.append(await machine.state(store))
      await store.close()
    } catch {
      found.append(.failed("state", error.message, advice: error.advice))
    }
    found.append(machine.cache())
    found += exposures.map(\.diagnosis)
    found += await IsolationDoctor()()
    found += SigningDoctor(live: live)() + (await SignInDoctor(live: live)())
    for settings in live.settings.forges {
      found += await ForgeDoctor(live: live, settings: settings)()
    }
    return found + (await RegistryDoctor(live: live)())
  }
}
