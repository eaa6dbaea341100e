/** Releases of yt-dlp for tests: the one of this machine under another version, with faults if wanted. */

/** Reads any video of YouTube without asking anybody. */
export const readsYoutube = `import json
if 'youtube.com/' in args[-1]:
    print('info ' + json.dumps({'id': args[-1][-11:], 'title': 'A video', 'duration': 60}))
    sys.exit()`;

/** Fails as one does after a change of YouTube. */
export const breaksYoutube = `if 'youtube.com/' in args[-1]:
    sys.exit('ERROR: [youtube] AAAAAAAAAAA: Unable to extract yt initial data')`;

export interface TestProgram {
  readonly version: string;
  /** Python that runs before yt-dlp, with `args` and `sys` at hand. */
  readonly extra?: string;
  /** Whether it says that it found a JavaScript runtime. */
  readonly javascript?: boolean;
}

/** A file that Python runs as it runs the project's own. */
export const testProgram = ({ version, extra = '', javascript = true }: TestProgram): Buffer =>
  Buffer.from(`import sys
args = sys.argv[1:]
if '--version' in args:
    print('${version}')
    sys.exit()
if '--js-runtimes' in args:
    at = args.index('--js-runtimes')
    runtime = args[at + 1].split(':')[0]
    del args[at:at + 2]
    if '--verbose' in args:
        print('[debug] Optional libraries: sqlite3-3.40.1${javascript ? ', yt_dlp_ejs-0.8.0' : ''}', file=sys.stderr)
        print(f'[debug] JS runtimes: {runtime}-24.0.0', file=sys.stderr)
        sys.exit(2)
${extra}
sys.path.append('/usr/lib/python3/dist-packages')
import yt_dlp
yt_dlp.main(args)
`);
