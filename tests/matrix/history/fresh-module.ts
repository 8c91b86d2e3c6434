import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";

type Load = (path: string) => unknown;
/** What a file of CommonJS is to Node.js. */
type Wrapped = (exports: object, require: Load, module: { exports: object }) => void;
/** What Node.js itself loads a module with, of which its types say nothing. */
type Compiling = Module & { _compile(source: string, path: string): void };

/**
 * Gives loaders of CommonJS modules, each with instances of its own of what lies in the folder; everything else, and what
 * is named as shared, is this process's. A file is compiled once, and Node.js's cache of modules knows nothing of it.
 */
export function freshLoaders(folder: string, shared: readonly string[]): () => Load {
  const compiled = new Map<string, Wrapped>();
  const wrappedAt = (path: string) => {
    const wrapped = compiled.get(path) ?? compile(path);
    compiled.set(path, wrapped);
    return wrapped;
  };
  return () => {
    const loaded = new Map<string, { exports: object }>();
    const load: Load = (path) => {
      const known = loaded.get(path);
      if (known) return known.exports;
      const module = { exports: {} };
      loaded.set(path, module);
      const outer = createRequire(path);
      const require: Load = (name) => {
        const found = outer.resolve(name);
        return found.startsWith(folder) && !shared.includes(found) ? load(found) : outer(name);
      };
      wrappedAt(path)(module.exports, require, module);
      return module.exports;
    };
    return load;
  };
}

function compile(path: string): Wrapped {
  const module = new Module(path) as Compiling;
  const source = readFileSync(path, "utf8");
  module._compile(`module.exports = function (exports, require, module) {${source}\n};`, path);
  return module.exports as Wrapped;
}
