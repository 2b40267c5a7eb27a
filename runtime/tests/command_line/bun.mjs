#!/usr/bin/env node
// A stand-in for Bun, as far as a hook needs it: runs a script with what it uses of `Bun`.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeSync } from 'node:fs'

globalThis.Bun = {
  stdin: { text: async () => readFileSync(0, 'utf8') },
  stdout: 1,
  write: async (to, text) => writeSync(to, text),
  spawnSync: ([program, ...words]) => spawnSync(program, words),
}
await import('data:text/javascript,' + encodeURIComponent(readFileSync(process.argv[2], 'utf8')))
