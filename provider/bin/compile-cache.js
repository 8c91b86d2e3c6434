"use strict";

const { lstatSync, mkdirSync } = require("node:fs");
const nodeModule = require("node:module");
const { homedir } = require("node:os");
const { dirname, isAbsolute, join } = require("node:path");

/**
 * Has Node.js 22 and later keep the compiled code, which halves the time to start. That code runs with the user's keys, and the
 * folder that Node.js chooses by itself is in the one for everybody's temporary files. One that the user names is in use by now.
 */
exports.keepCompiledCode = () => {
  if (!nodeModule.enableCompileCache || process.env.NODE_COMPILE_CACHE) return;
  const folder = ownFolder();
  if (folder !== undefined) nodeModule.enableCompileCache(folder);
};

/** A folder of the user's cache that nobody else can write to. Without one, a start takes longer, and nothing else differs. */
function ownFolder() {
  try {
    const folder = join(cacheFolder(), "pulumi-email-marketing", "compiled");
    const isOurs = isAbsolute(folder) && pathsTo(folder).every(isSafe);
    return isOurs && isPrivate(lstatSync(folder)) ? folder : undefined;
  } catch {
    // There is no home, or nothing can be written there.
    return undefined;
  }
}

function cacheFolder() {
  const { LOCALAPPDATA = "", XDG_CACHE_HOME = "" } = process.env;
  const given = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
  // The XDG specification has relative paths ignored.
  return isAbsolute(given) ? given : join(homedir(), ".cache");
}

/** A path and those of all folders above it, from the top. */
function pathsTo(path) {
  const above = dirname(path);
  return above === path ? [path] : [...pathsTo(above), path];
}

/** Whether only this user and root decide what a folder is, which is made where it is missing. All above it are safe by now. */
function isSafe(path) {
  if (!lstatSync(path, { throwIfNoEntry: false })) mkdirSync(path, { mode: 0o700 });
  const found = lstatSync(path);
  const isOfOthers = found.uid !== 0 && !isOfUser(found);
  const isOpen = (found.mode & 0o022) !== 0;
  // As /tmp is: others can add to it, and can't replace what is there.
  const isSticky = (found.mode & 0o1000) !== 0;
  const isWindows = process.platform === "win32";
  return found.isDirectory() && (isWindows || (!isOfOthers && (!isOpen || isSticky)));
}

/** Windows has a folder for each user, and no modes. */
function isPrivate(found) {
  return process.platform === "win32" || (isOfUser(found) && (found.mode & 0o777) === 0o700);
}

function isOfUser({ uid }) {
  return uid === process.getuid?.();
}
