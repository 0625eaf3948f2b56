import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Chrome compiles all functions of a script that begins with this while the script loads, on a thread of its own. Without it each is read a second
 * time when it is called first, on the page's thread: half of what a page's first second is made of. Other browsers see a comment.
 */
const HINT = '//# allFunctionsCalledOnLoad\n';

/** After a build: marks the scripts that every page begins with (React and Next's router, of which most is called at once), as Next's own list names them. */
export async function hintFirstScripts(distDir: string): Promise<void> {
  const { rootMainFiles } = JSON.parse(await readFile(join(distDir, 'build-manifest.json'), 'utf8')) as {
    readonly rootMainFiles: readonly string[];
  };
  if (rootMainFiles.length === 0) throw new Error('the build names no script that every page begins with');
  for (const name of rootMainFiles) {
    const file = join(distDir, name);
    const script = await readFile(file, 'utf8');
    if (!script.startsWith(HINT)) await writeFile(file, HINT + script);
  }
}
