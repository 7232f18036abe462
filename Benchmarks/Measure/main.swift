// Measures processes in turn, and prints medians and ratios.
//
//     measure RUNS NAME 'COMMAND' [NAME 'COMMAND' ...]
//
// Each command is run by /bin/sh without its output. If it has several lines, only the last one is
// measured. The other commands are compared with the first. If the name of one begins with `floor`, the last
// line says how many times its cost the first has.
import Libc

let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 3, let runs = Int(words[0]), runs > 0, words.count % 2 == 1 else {
  complain("usage: measure RUNS NAME 'COMMAND' [NAME 'COMMAND' ...]")
  exit(2)
}
let subjects = stride(from: 1, to: words.count, by: 2).map { index in
  Subject(name: words[index], command: words[index + 1])
}
var figures: [[Figure]] = subjects.map { _ in [] }
for round in 0...runs {
  for (index, subject) in subjects.enumerated() {
    guard let figure = subject.run() else {
      complain("\(subject.name): '\(subject.command)' failed")
      exit(1)
    }
    // The first round warms up caches and is not counted.
    if round > 0 { figures[index].append(figure) }
  }
}
print(header)
for (subject, mine) in zip(subjects, figures) {
  print(line(subject.name, mine, against: figures[0]))
}
if let floor = subjects.firstIndex(where: { $0.name.hasPrefix("floor") }) {
  print(multiples(subjects[0].name, figures[0], of: figures[floor]))
}
