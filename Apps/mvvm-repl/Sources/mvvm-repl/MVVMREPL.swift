import REPLKit
import REPLTerminal
import Workshop

/// The program: the workshop at a prompt.
@main
struct MVVMREPL {
  static func main() async {
    await REPL<WorkshopArguments>(
      name: "mvvm-repl", version: "1.0.0", lessons: Course.workshop, talks: TalkList.workshop
    ) {
      Workshop(data: $0.data, api: $1.api, clock: $0.clock, seed: $1.seed)
    }.main()
  }
}
