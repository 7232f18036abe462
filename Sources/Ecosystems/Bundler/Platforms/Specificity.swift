/// How well a gem's platform fits a machine; less is better.
extension PlatformRules {
  /// Counts differences in system, processor and version, the version's heaviest.
  func distance(from gem: GemPlatform, to target: GemPlatform) -> Int {
    if gem == target { return -1 }
    guard let mine = gem.machine, let other = target.machine else { return 1_000_000 }
    return (mine.os == other.os ? 0 : 1) + cpuDistance(mine, other) * 10
      + versionDistance(mine, other) * 100
  }

  private func cpuDistance(_ mine: GemPlatform.Machine, _ other: GemPlatform.Machine) -> Int {
    if mine.cpu == other.cpu { return 0 }
    if mine.cpu == "arm", other.cpu?.hasPrefix("arm") == true { return 0 }
    return mine.cpu == nil || mine.cpu == "universal" ? 1 : 2
  }

  private func versionDistance(_ mine: GemPlatform.Machine, _ other: GemPlatform.Machine) -> Int {
    if mine.version == other.version { return 0 }
    return mine.version == nil ? 1 : 2
  }
}
