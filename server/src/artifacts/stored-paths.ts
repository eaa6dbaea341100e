/**
 * Where every stored file lies: `KIND/WORKSPACE/OWNER/…`, so that deleting one folder of each kind removes all files of
 * a workspace, a job, a brand or a report.
 */

/** The fields of a job from which its paths are made. */
export interface Holder {
  readonly workspace_id: string;
  readonly id: string;
}

const kinds = ['artifacts', 'frames', 'clips', 'uploads', 'brands', 'reports'] as const;
type Kind = (typeof kinds)[number];

const folderOf = (kind: Kind, workspaceId: string, owner: string): string =>
  `${kind}/${workspaceId}/${owner}`;

export const foldersOfWorkspace = (workspaceId: string): string[] =>
  kinds.map((kind) => `${kind}/${workspaceId}`);

export const workspaceOfPath = (path: string): string => path.split('/')[1] ?? '';

/** The folder that holds one subfolder for each stage of the job, and one for its parts. */
export const artifactsFolder = ({ workspace_id, id }: Holder): string =>
  folderOf('artifacts', workspace_id, id);

export const stageFile = (job: Holder, stage: string, file: string): string =>
  `${artifactsFolder(job)}/${stage}/${file}`;

export const partsFolder = (job: Holder): string => `${artifactsFolder(job)}/parts`;

/** The folder that holds the pictures shown in the job's results. */
export const framesFolder = ({ workspace_id, id }: Holder): string =>
  folderOf('frames', workspace_id, id);

export const clipsFolder = ({ workspace_id, id }: Holder): string =>
  folderOf('clips', workspace_id, id);

export const foldersOfJob = (job: Holder): string[] => [
  artifactsFolder(job),
  framesFolder(job),
  clipsFolder(job),
];

export const uploadFile = (workspaceId: string, id: string, extension: string): string =>
  `${folderOf('uploads', workspaceId, id)}/video.${extension}`;

export const brandFolder = (workspaceId: string, brandId: string): string =>
  folderOf('brands', workspaceId, brandId);

/** Name of a logo's picture within the folder of its brand. */
export const logoFile = (logoId: string): string => `${logoId}.png`;

export const logoPath = (workspaceId: string, brandId: string, logoId: string): string =>
  `${brandFolder(workspaceId, brandId)}/${logoFile(logoId)}`;

export const reportFolder = (workspaceId: string, id: string): string =>
  folderOf('reports', workspaceId, id);
