import type { Catalogue } from "../catalogue";
import { count, number, tenths } from "./numbers";

type Setup = Pick<Catalogue, "setup" | "firstRun">;

/** "310 bytes", "12,4 kB". */
function bytes(value: number): string {
  if (value < 1000) return count(value, { one: "# byte", other: "# bytes" });
  return `${tenths(value / 1000)} kB`;
}

/** O que dizem a página dos hooks e a primeira execução. */
export const setup: Setup = {
  setup: {
    agents: "Agentes",
    lead: "Onde o Vults mantém os seus hooks, para que os agentes possam perguntar na ilha.",
    lookAgain: "Procurar de novo",
    looking: "Procurando…",
    relay: "Os hooks chamam {program}",
    none: {
      title: "Nenhum agente encontrado ainda",
      says: "O Vults conhece o Claude Code e o Codex. Inicie um deles uma vez nesta máquina; o Vults o encontra na próxima vez que iniciar, ou quando você procurar de novo.",
    },
    folder: (agent, file) => `${agent}, ${file}`,
    linkTo: "um link para {file}",
    state: {
      installed: () => "Instalados",
      partial: (since) =>
        since === null ? "Faltam alguns hooks" : `Faltam alguns hooks desde ${since}`,
      missing: (since) => (since === null ? "Faltam os hooks" : `Faltam os hooks desde ${since}`),
      removed: (since) => (since === null ? "Removidos por você" : `Removidos por você, ${since}`),
      not_installed: () => "Não instalados",
      not_editable: () => "Intocado",
    },
    notRunning: {
      some: "Instalados, mas não funcionam em toda parte",
      none: "Instalados, mas não funcionam",
    },
    means: {
      installed: "{agent} conta ao Vults o que faz, e pergunta na ilha.",
      partial: "Saíram do arquivo: {hooks}. Só voltam quando você os instalar.",
      missing:
        "Algo os tirou do arquivo. Só voltam quando você os instalar; até lá, {agent} pergunta no próprio terminal.",
      removed: "{agent} pergunta no próprio terminal.",
      not_installed: "{agent} pergunta no próprio terminal.",
    },
    leftAlone: {
      contents:
        "O Vults não conseguiria alterar este arquivo sem danificá-lo, por isso o deixa como está.",
      access: "O Vults não consegue ler este arquivo, por isso o deixa como está.",
      record: "O Vults não sabe o que você removeu, por isso deixa este arquivo como está.",
    },
    andMore: (names, more) => (more > 0 ? `${names} e mais ${number(more)}` : names),
    dead: {
      disabled: {
        title: "Os hooks estão desligados",
        says: "É o que diz {file}. Tire “disableAllHooks” dele e eles voltam a funcionar.",
      },
      notLoaded: {
        title: "{agent} não lê este arquivo",
        says: (line, column) =>
          `Ele lê com mais rigor que o Vults e para na linha ${number(line)}, caractere ${number(column)}. Corrija isso e os hooks funcionam.`,
      },
      review: {
        title: "À espera da sua revisão em {agent}",
        says: "{agent} só executa hooks depois que você os revisa, e pergunta ao iniciar. O Vults nunca responde isso por você.",
      },
      managed_off: {
        title: "Seu administrador desligou todos os hooks",
        says: "É o que diz {file}, e só seu administrador pode mudar isso. Até lá, {agent} pergunta no próprio terminal.",
      },
      managed: {
        title: "Só os hooks do seu administrador podem funcionar",
        says: "É o que diz {file}, e só seu administrador pode mudar isso. Até lá, {agent} pergunta no próprio terminal.",
      },
      untrusted: {
        title: "Há uma sessão em uma pasta em que {agent} não confia",
        says: "Nenhum hook funciona em {folder}. Inicie {agent} ali, diga que confia na pasta, e eles funcionam.",
      },
      olderSessions: {
        title: (sessions) =>
          count(sessions, {
            one: "# sessão é mais antiga que os hooks",
            other: "# sessões são mais antigas que os hooks",
          }),
        says: "Não deram notícia desde então. Se uma continuar em silêncio, encerre-a e inicie-a de novo.",
      },
    },
    shrunk: {
      title: "O arquivo pode ter sido cortado",
      says: (before, now) =>
        `Tinha ${bytes(before)} quando o Vults o gravou pela última vez, e agora tem ${bytes(now)}.`,
      backup: "A cópia anterior é {file}.",
    },
    problem: {
      place: (line, column) =>
        column === null
          ? `Linha ${number(line)}`
          : `Linha ${number(line)}, caractere ${number(column)}`,
      todo: {
        contents: "Corrija isso e procure de novo.",
        access: "Corrija isso e procure de novo.",
        record: "Até isso ser corrigido, nenhum hook é instalado nem atualizado.",
      },
    },
    rows: {
      hooks: "Hooks",
      statusLine: "Linha de status",
      written: "Última alteração",
      backup: "Última cópia",
      test: "Último teste",
    },
    hooks: (present, all) =>
      present === all
        ? count(all, { one: "# hook no arquivo", other: "# hooks no arquivo" })
        : count(all, {
            one: `${number(present)} de # hook no arquivo`,
            other: `${number(present)} de # hooks no arquivo`,
          }),
    hookMissing: "faltando",
    statusLine: {
      untouched: "Como era; o Vults não tem nada nela",
      ours: "Lida pelo Vults, que não mostra nada nela",
      chained: "Sua, e com a mesma aparência de antes; o Vults só lê junto",
      theirs: "Sua: você a mudou depois do Vults, por isso fica assim",
    },
    act: {
      install: "Instalar hooks",
      remove: "Remover hooks",
      undo: "Desfazer",
      test: "Testar a configuração",
    },
    doing: {
      install: "Instalando…",
      remove: "Removendo…",
      undo: "Desfazendo…",
      test: "Testando…",
    },
    removeFirst: "Remover…",
    keep: "Manter",
    offer: "Instalar gravaria isto",
    offerNote: "Antes, fica guardada uma cópia do arquivo como ele está agora.",
    removal: "Remover gravaria isto",
    removalNote: "Todo o resto do arquivo fica como está.",
    written: (when) => `O que o Vults gravou, ${when}`,
    test: {
      running: "Um evento inofensivo passa por cada hook…",
      good: (hooks, ms) =>
        count(hooks, {
          one: `# hook responde, o mais lento em ${number(ms)} ms, e não imprime nada`,
          other: `# hooks respondem, o mais lento em ${number(ms)} ms, e não imprimem nada`,
        }),
      bad: (bad, hooks) =>
        count(hooks, {
          one: `${number(bad)} de # hook falhou`,
          other: `${number(bad)} de # hooks falharam`,
        }),
      at: (when) => `Testado: ${when}`,
      nothing: (hooks) =>
        count(hooks, { one: "Este não imprimiu nada:", other: "Estes não imprimiram nada:" }),
      printed: "Imprimiu {output}",
      program: "{program} é {version}",
      ms: (ms) => `${number(ms)} ms`,
    },
    failed: "Não deu certo.",
    noAnswer: "O Vults não respondeu. Inicie-o de novo para ver como está o arquivo.",
  },
  firstRun: {
    title: "O Vults está pronto",
    titleNothing: "Nada foi instalado",
    titleNone: "O Vults espera por um agente",
    lead: "Quando um agente de programação pede uma permissão, a pergunta vem para uma ilha no alto da tela, e um clique seu responde.",
    backup: "O arquivo como era antes fica guardado em {file}",
    know: "Bom saber",
    keys: {
      title: "Dois atalhos",
      allow: "permite",
      deny: "nega",
      says: "Só enquanto um cartão está inteiro na tela. Não em uma sessão Wayland.",
    },
    closed: {
      title: "Fechado, não atrapalha",
      says: "Enquanto o Vults não está aberto, cada agente pergunta no próprio terminal, como antes.",
    },
    later: "O botão de configurações na ilha traz você de volta para cá.",
    done: "Concluir",
  },
};
