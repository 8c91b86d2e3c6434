import { output } from "@pulumi/pulumi";

const calling = (what: string, of: string) =>
  `Calling ${what} on an ${of} is not supported.\n\nTo get the value of an Output as a string consider:\n`;

/** The text of an output in a string, for each of Pulumi's SDKs. Observed, or copied from the SDK's source. */
export const outputTexts: Readonly<Record<string, string>> = {
  "Node.js": `${output("x") as unknown as string}`,
  "JSON in Node.js": JSON.stringify({ code: output("x") }),
  Python: calling("__str__", "Output[T]"),
  "C#": calling("[ToString]", "[Output<T>]").replaceAll("\n", "\r\n"),
  Java: calling("'toString'", "'Output<T>'"),
  // fmt.Sprintf with %s, %v, %+v and %#v.
  Go: "{%!s(*internal.OutputState=&{0x18ff768cf440 <nil> 0 <nil> <nil> false false 0xcebd20 []})}",
  "%v of Go": "{0xc00011e070}",
  "%+v of Go": "{OutputState:0x18ff7679d180}",
  "%#v of Go": "pulumi.StringOutput{OutputState:(*internal.OutputState)(0x18ff7679d180)}",
};

/** The texts that languages make of values that aren't text, by language and kind of value. */
export const notTexts: Readonly<Record<string, string>> = {
  "output of Node.js": "OutputImpl {\n  __pulumiOutput: true,\n  isKnown: Promise { true }\n}",
  "output of Python": "<pulumi.output.Output object at 0x7f3a5c1d2e50>",
  "output of C#": "Pulumi.Output`1[System.String]",
  "output of C# (InputList)": "Pulumi.InputList`1[System.String]",
  "output of C# (InputUnion)": "Pulumi.InputUnion`2[System.String,System.Int32]",
  "output of Java": "com.pulumi.core.internal.OutputInternal@5e91993f",
  "output of Java (short hash)": "com.pulumi.core.internal.OutputInternal@1b",
  "promise of Node.js": "Promise { 'A7' }",
  "promise that is pending": "Promise { <pending> }",
  "promise of an object": "Promise { { code: 7 } }",
  "promise of NaN": "Promise { NaN }",
  "promise of infinity": "Promise { Infinity }",
  "promise of a map": "Promise { Map(1) { 'a' => 1 } }",
  "promise of bytes": "Promise { Uint8Array(1) [ 7 ] }",
  "promise of a buffer": "Promise { <Buffer 61 62> }",
  "promise of a symbol": "Promise { Symbol(x) }",
  "promise of an error": "Promise {\n  TypeError: boom\n      at a.js:1:1\n}",
  "promise of an invalid date": "Promise { Invalid Date }",
  "promise of Python": "<coroutine object get at 0x7f3a5c1d2e50>",
  "promise that Python runs": "<Task pending name='Task-1' coro=<get() running at a.py:1>>",
  "promise of C#": "System.Threading.Tasks.Task`1[System.String]",
  "promise of C# (ValueTask)": "System.Threading.Tasks.ValueTask`1[System.String]",
  "promise of an async C# method":
    "System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.String,A]",
  "promise of Java": "java.util.concurrent.CompletableFuture@1b2c3d4e[Not completed]",
  "promise of Java (short hash)": "java.util.concurrent.CompletableFuture@1b",
  "method of Python": "<bound method User.name of <User object at 0x7f3a5c1d2e50>>",
  "value of Go": "%!s(func() string=0x4a1b20)",
  "value missing in Go": "%!v(MISSING)",
};
