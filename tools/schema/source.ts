import { join } from "node:path";
import ts from "typescript";

export const provider = join(__dirname, "..", "..", "provider");

/** The file that users import. */
export const entry = "index.ts";

/** The sources of the package, parsed by the compiler. */
export interface Source {
  readonly checker: ts.TypeChecker;
  /** The symbol that a file exports under a name. */
  readonly find: (file: string, name: string) => ts.Symbol;
}

/** Parses the sources. Files are named by their paths in the package. */
export function openSource(files: readonly string[]): Source {
  const program = ts.createProgram(
    files.map((file) => join(provider, file)),
    compilerOptions(),
  );
  const checker = program.getTypeChecker();
  return {
    checker,
    find: (file, name) => {
      const source = program.getSourceFile(join(provider, file));
      const module = source && checker.getSymbolAtLocation(source);
      const found = module && checker.getExportsOfModule(module).find((one) => one.name === name);
      if (!found) throw new Error(`provider/${file} doesn't export ${name}`);
      return original(checker, found);
    },
  };
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(provider, "tsconfig.json"), ts.sys.readFile) as {
    readonly config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, provider);
  return { ...options, noEmit: true };
}

/** The symbol behind an import or a re-export. */
export function original(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
