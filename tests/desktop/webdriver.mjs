// A small WebDriver client for the real program, without dependencies (Node 20 or newer).
//
//   import { startApp } from '.../webdriver.mjs';
//   const app = await startApp('/abs/path/target/debug/vults', { args: [], env: {} });
//   await app.click('#allow'); await app.waitForText('#status', /answered/); await app.quit();
//
// Run it inside desktop-session. As a command it is a smoke test:
//   node webdriver.mjs PROGRAM CSS [SCREENSHOT.png]     waits for CSS, prints its text
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const sleep = ms => new Promise(done => setTimeout(done, ms));

const freePort = () => new Promise((done, fail) => {
  const server = createServer().once('error', fail);
  server.listen(0, '127.0.0.1', () => { const { port } = server.address(); server.close(() => done(port)); });
});

export async function startApp(program, { args = [], env = {}, timeout = 20000 } = {}) {
  const port = await freePort();
  // The driver starts the program, which inherits this environment.
  const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    env: { ...process.env, ...env, TAURI_WEBVIEW_AUTOMATION: 'true' }, stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise(done => driver.once('exit', done).once('error', done));
  const stop = async () => { driver.kill('SIGTERM'); await Promise.race([ended, sleep(3000).then(() => driver.kill('SIGKILL'))]); };

  const call = async (method, path, body) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(timeout),
      headers: { 'content-type': 'application/json' },
    });
    const { value } = await reply.json();
    if (value?.error) throw Object.assign(new Error(`${value.error}: ${value.message}`), { code: value.error });
    return value;
  };
  const until = async (what, test) => {
    const end = Date.now() + timeout;
    for (let last; ;) {
      try { const value = await test(); if (value) return value; last = undefined; } catch (error) { last = error; }
      if (Date.now() > end) throw new Error(`timed out: ${what}${last ? ` (${last.message})` : ''}`);
      await sleep(50);
    }
  };

  try {
    await until('WebKitWebDriver answers', () => call('GET', '/status').then(() => true));
    const made = await call('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: resolve(program), args } } },
    });
    const base = `/session/${made.sessionId}`;
    const find = css => until(`element ${css}`, async () =>
      Object.values(await call('POST', `${base}/element`, { using: 'css selector', value: css }))[0]);
    // An element can be replaced between the look and the act, so look again once.
    const on = async (css, act) => {
      try { return await act(await find(css)); } catch (error) {
        if (error.code !== 'stale element reference') throw error;
        return act(await find(css));
      }
    };
    const text = css => on(css, id => call('GET', `${base}/element/${id}/text`));
    return {
      find, text,
      click: css => on(css, id => call('POST', `${base}/element/${id}/click`, {})),
      type: (css, keys) => on(css, id => call('POST', `${base}/element/${id}/value`, { text: keys })),
      property: (css, name) => on(css, id => call('GET', `${base}/element/${id}/property/${name}`)),
      role: css => on(css, id => call('GET', `${base}/element/${id}/computedrole`)),
      label: css => on(css, id => call('GET', `${base}/element/${id}/computedlabel`)),
      run: (script, ...values) => call('POST', `${base}/execute/sync`, { script, args: values }),
      waitForText: (css, pattern) => until(`${css} shows ${pattern}`, async () => {
        const shown = await text(css);
        return pattern.test(shown) && shown;
      }),
      screenshot: async file => writeFileSync(file, Buffer.from(await call('GET', `${base}/screenshot`), 'base64')),
      quit: async () => { try { await call('DELETE', base); } finally { await stop(); } },
    };
  } catch (error) { await stop(); throw error; }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program, css, file] = process.argv.slice(2);
  if (!css) { console.error('usage: node webdriver.mjs PROGRAM CSS [SCREENSHOT.png]'); process.exit(2); }
  const app = await startApp(program);
  try {
    console.log(await app.text(css));
    if (file) await app.screenshot(file);
  } finally { await app.quit(); }
}
