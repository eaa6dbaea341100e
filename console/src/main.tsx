/** Puts the console on its page. */
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';

// The page that links lead to is fetched while the session is read.
if (/^\/jobs\/./.test(location.pathname)) void import('./job/job-page.tsx');

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
