/** Releases of yt-dlp for tests: this machine's yt-dlp under another version number, with faults if required. */

/** Python that returns any YouTube video without accessing the network. */
export const readsYoutube = `import json
if 'youtube.com/' in args[-1]:
    print('info ' + json.dumps({'id': args[-1][-11:], 'title': 'A video', 'duration': 60}))
    sys.exit()`;

/** Python that fails like a yt-dlp that YouTube has made obsolete by a change. */
export const breaksYoutube = `if 'youtube.com/' in args[-1]:
    sys.exit('ERROR: [youtube] AAAAAAAAAAA: Unable to extract yt initial data')`;

export interface TestProgram {
  readonly version: string;
  /** Python that runs before yt-dlp and can use `args` and `sys`. */
  readonly extra?: string;
  /** Whether the program reports that it found a JavaScript runtime. */
  readonly javascript?: boolean;
}

/** A file that Python can run like the release files of yt-dlp. */
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
