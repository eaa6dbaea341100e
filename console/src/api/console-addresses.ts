/** Method and path of each route of the console. The contract proves every line: a wrong or missing one does not compile. */
import type { ConsoleRouteId, consoleRoutes } from '@reelsight/contract';

type Addresses = {
  readonly [Id in ConsoleRouteId]: `${(typeof consoleRoutes)[Id]['method']} ${(typeof consoleRoutes)[Id]['path']}`;
};

export const consoleAddresses: Addresses = {
  getSession: 'GET /console/v1/session',
  createOwnWorkspace: 'POST /console/v1/workspaces',
  renameWorkspace: 'PATCH /console/v1/workspaces/:workspace',
  deleteOwnWorkspace: 'POST /console/v1/workspaces/:workspace/delete',
  acceptInvitation: 'POST /console/v1/invitations/accept',
  listMembers: 'GET /console/v1/workspaces/:workspace/members',
  changeMember: 'PATCH /console/v1/workspaces/:workspace/members/:user',
  removeMember: 'DELETE /console/v1/workspaces/:workspace/members/:user',
  listInvitations: 'GET /console/v1/workspaces/:workspace/invitations',
  createInvitation: 'POST /console/v1/workspaces/:workspace/invitations',
  withdrawInvitation: 'DELETE /console/v1/workspaces/:workspace/invitations/:id',
  listKeys: 'GET /console/v1/workspaces/:workspace/keys',
  createOwnKey: 'POST /console/v1/workspaces/:workspace/keys',
  revokeOwnKey: 'DELETE /console/v1/workspaces/:workspace/keys/:id',
  rotateOwnSecret: 'POST /console/v1/workspaces/:workspace/webhook-secret',
  listOwnDeliveries: 'GET /console/v1/workspaces/:workspace/deliveries',
  replayOwnDelivery: 'POST /console/v1/workspaces/:workspace/deliveries/:id/replay',
  sendTestEvent: 'POST /console/v1/workspaces/:workspace/deliveries/test',
  listJobRows: 'GET /console/v1/workspaces/:workspace/jobs',
  getJobRow: 'GET /console/v1/workspaces/:workspace/jobs/:id',
  getJobShots: 'GET /console/v1/workspaces/:workspace/jobs/:id/shots',
  listBrands: 'GET /console/v1/workspaces/:workspace/brands',
  createBrand: 'POST /console/v1/workspaces/:workspace/brands',
  changeBrand: 'PUT /console/v1/workspaces/:workspace/brands/:id',
  deleteBrand: 'DELETE /console/v1/workspaces/:workspace/brands/:id',
  deleteBrandLogo: 'DELETE /console/v1/workspaces/:workspace/brands/:id/logos/:logo',
  listOwnFollows: 'GET /console/v1/workspaces/:workspace/follows',
  createOwnFollow: 'POST /console/v1/workspaces/:workspace/follows',
  previewFollow: 'POST /console/v1/workspaces/:workspace/follows/preview',
  changeOwnFollow: 'PATCH /console/v1/workspaces/:workspace/follows/:id',
  deleteOwnFollow: 'DELETE /console/v1/workspaces/:workspace/follows/:id',
  runOwnFollow: 'POST /console/v1/workspaces/:workspace/follows/:id/runs',
  listOwnFollowVideos: 'GET /console/v1/workspaces/:workspace/follows/:id/videos',
  getOverview: 'GET /console/v1/operator/overview',
  listAccounts: 'GET /console/v1/operator/accounts',
  resetPassword: 'POST /console/v1/operator/accounts/:user/password',
  pullModel: 'POST /console/v1/operator/models/:id/pull',
};
